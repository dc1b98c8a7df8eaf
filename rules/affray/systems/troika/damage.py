"""Damage (rules 8 and 9): a die, what moves it, and the row it is read in."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import Struct

from affray.action import Action
from affray.dice import Classes, Dice, Sum
from affray.faults import BadRequest, Fault, Forbidden, near
from affray.fields import Modifier, Name, Rating
from affray.option import BLOW, option
from affray.outcome import Effect, Outcome, Subject, Trace, subjects
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.rolls import SYSTEM
from affray.systems.troika.rulings import Rulings
from affray.systems.troika.weapons import UNARMED, Weapon, row, rows

DIE = Sum(1, 6)
DIE_FACES = range(1, 7)
QUIET = Trace(SYSTEM, False)
COLUMNS = 7
PRONE = -2


class Blow(Struct, frozen=True):
    """Who is hurt by what: column 1 … 7 (7 is "7+"), and the Stamina it costs.

    `column` is None where no row is read: what a clinch costs a natural weapon.
    """

    to: str
    weapon: str
    die: int
    column: int | None
    amount: int
    doubled: bool


class Guard(Struct, frozen=True):
    """What stands between a blow and its target: points of armour, and a shield."""

    armour: int = 0
    shield: bool = False


def guard_of(fighter: Fighter) -> Guard:
    """The armour and shield a combatant wears."""
    return Guard(fighter.sheet.armour_points, fighter.sheet.shield)


def column(
    die: int, bonus: int, weapon: Weapon, guard: Guard, rulings: Rulings, trace: Trace
) -> int:
    """The column of `weapon`'s row that a die of 1 … 6 leads to (rules 8, 7.6)."""
    armour = max(0, guard.armour - weapon.ignores_armour)
    past_shield = bool(weapon.ignores_armour) and rulings.hash_ignores_shield
    off = armour + (1 if guard.shield and not past_shield else 0)
    if trace.on:
        trace.add("8", "text", "damage die", die)
        _explain_guard(weapon, guard, armour, past_shield, rulings, trace)
    if rulings.clamp == "each":
        found = max(1, min(COLUMNS, max(1, die - off) + bonus))
    else:
        found = max(1, min(COLUMNS, die - off + bonus))
    if trace.on and not 1 <= die - off + bonus <= COLUMNS:
        trace.switch("8/clamp", "clamp", rulings.clamp)
    return found


def _explain_guard(
    weapon: Weapon, guard: Guard, armour: int, past_shield: bool, rulings: Rulings, trace: Trace
) -> None:
    if guard.armour:
        trace.add("9", "text", "armour", -guard.armour)
        if weapon.ignores_armour:
            trace.add(
                "8/ignores-armour", "text", f"{weapon.name} ignores armour", guard.armour - armour
            )
    if guard.shield:
        if not past_shield:
            trace.add("7.6", "text", "shield", -1)
        if weapon.ignores_armour:
            trace.switch("8/shield-hash", "hash_ignores_shield", rulings.hash_ignores_shield)


def strike(
    to: str,
    weapons: Sequence[Weapon],
    bonus: int,
    doubled: bool,
    guard: Guard,
    dice: Dice,
    rulings: Rulings,
    trace: Trace,
) -> Blow:
    """Throw one damage die and read it in the row that hurts most (rules 8, 8.1, 7.7).

    `weapons` are those in hand, one or more; `bonus` is all that is added to the roll;
    a `doubled` blow doubles the number found, not the die.
    """
    roll = DIE
    if dice.merges:
        roll = alike(tuple(_read(d, weapons, bonus, guard, rulings)[1] for d in DIE_FACES))
    die = dice.throw(roll, f"damage to {to}")
    best, amount, where = _read(die, weapons, bonus, guard, rulings)
    if trace.on and len(weapons) == 1:
        column(die, bonus, best, guard, rulings, trace)
    if trace.on:
        if len(weapons) > 1:
            column(die, bonus, best, guard, rulings, trace)
            trace.add("7.7", "text", f"of the weapons in hand, {best.name} is read")
            trace.switch("7.7/best-row", "weapon_choice", rulings.weapon_choice)
        trace.add("8", "text", f"{best.name}, column {'7+' if where == COLUMNS else where}", amount)
        if doubled:
            trace.add("8.1", "text", "a Mighty Blow doubles the damage", amount * 2)
    return Blow(to, best.name, die, where, amount * 2 if doubled else amount, doubled)


def _read(
    die: int, weapons: Sequence[Weapon], bonus: int, guard: Guard, rulings: Rulings
) -> tuple[Weapon, int, int]:
    """The weapon whose row hurts most at a die, the number in it, and its column."""
    best, amount, where = weapons[0], -1, 0
    for weapon in weapons[: 1 if rulings.weapon_choice == "first" else None]:
        at = column(die, bonus, weapon, guard, rulings, QUIET)
        if weapon.damage[at - 1] > amount:
            best, amount, where = weapon, weapon.damage[at - 1], at
    return best, amount, where


class _Alike(Sum):
    """A damage die, faces that hurt alike merged to the first of them: for odds only."""

    __slots__ = ("_classes",)

    def __init__(self, amounts: tuple[int, ...]) -> None:
        super().__init__(1, len(amounts))
        faces: dict[int, tuple[int, int]] = {}
        for face, amount in enumerate(amounts, 1):
            first, weight = faces.get(amount, (face, 0))
            faces[amount] = first, weight + 1
        self._classes = tuple(faces.values())

    def classes(self) -> Classes[int]:
        """One face for each amount, with the number of faces that come to it."""
        return self._classes


@lru_cache(maxsize=512)
def alike(amounts: tuple[int, ...]) -> Sum:
    """The merged damage die whose faces 1 … 6 come to these amounts."""
    return _Alike(amounts)


def loss(
    fighter: Fighter, amount: int, trace: Trace, before: int | None = None
) -> tuple[Effect, ...]:
    """A loss of Stamina as an effect (rule 4); `before` where this action took some already."""
    if amount == 0:
        return ()
    before = fighter.stamina if before is None else before
    after = before - amount
    if trace.on and after <= 0:
        word = "is dying until the End of the Round" if after == 0 else "is dead"
        trace.add("4", "text", f"{fighter.name} {word}", after)
    return (Effect(fighter.name, "stamina", before, after),)


def in_hand(
    fighter: Fighter, named: Sequence[str] = (), melee_only: bool = False
) -> tuple[Weapon, ...]:
    """The weapons a combatant fights with: those named, or what the hands can hold.

    Unnamed: the sheet's first weapon, and after it each of its kind (ranged or not)
    that the two hands still have room for. A shield fills a hand.

    Raises:
        BadRequest: a named weapon is neither on the sheet nor a built-in row.
        Forbidden: more than two hands' worth (rule 8/two-hands).
    """
    shield = fighter.sheet.shield
    if named:
        weapons = tuple(_named(fighter, name) for name in named)
        _fits(fighter.name, weapons, shield)
        return weapons
    ready = fighter.carried()
    if melee_only:
        ready = tuple(w for w in ready if not w.ranged)
    first = ready[0]
    _fits(fighter.name, ready[:1], shield)
    if len(ready) < 3:
        return ready[:1]
    held, free = [first], (1 if shield else 2) - hands(first, shield)
    for weapon in ready[1:-1]:
        needed = hands(weapon, shield)
        if weapon.ranged == first.ranged and needed <= free and first.hands == 1:
            held.append(weapon)
            free -= needed
    return tuple(held)


def hands(weapon: Weapon, shield: bool) -> int:
    """Hands a weapon fills: a natural one none, and neither does a `shield` already held."""
    return 0 if weapon.natural or (shield and weapon.name == "shield") else weapon.hands


def _fits(who: str, weapons: Sequence[Weapon], shield: bool) -> None:
    if sum(hands(weapon, shield) for weapon in weapons) > (1 if shield else 2):
        two = next((w.name for w in weapons if w.hands == 2), weapons[-1].name)
        beside = "a shield" if shield else "a second weapon"
        raise Forbidden(
            f"{who} has no hand free for {two} beside {beside}",
            rule=f"{SYSTEM}:8/two-hands",
            hint="name another with --weapon, or put the shield down on the sheet",
        )


def _named(fighter: Fighter, name: str) -> Weapon:
    carried = {w.name.casefold(): w for w in fighter.carried()}
    found = carried.get(name.casefold()) or row(name)
    if found is None:
        hint = near(name, [*carried, *rows()], otherwise=f"in hand: {', '.join(carried)}")
        raise BadRequest(Fault(f"no weapon is called `{name}`", hint))
    if found.name in fighter.shattered:
        raise Forbidden(f"{fighter.name}'s {found.name} is shattered", rule=f"{SYSTEM}:7.4")
    return found


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `damage`. With sheets, what is not given comes from them.

    `bonus` joins the damage roll; `mighty` doubles the result.
    """

    weapon: Annotated[
        tuple[Name, ...], option("The weapon; twice: one in each hand.", values="weapon")
    ] = ()
    armour: Annotated[Rating | None, option("Points of armour of whoever is struck.")] = None
    shield: Annotated[bool | None, option("Whether whoever is struck has a shield.")] = None
    bonus: Annotated[Modifier, option("Added to the damage roll.")] = 0
    mighty: Annotated[bool, option("A Mighty Blow: the damage doubled.")] = False


class DamageResult(Struct, frozen=True):
    """The blows dealt, by whom and to whom (None: nobody named), with which weapon.

    The same blows stand inside an attack's result.
    """

    attacker: Subject | None
    defender: Subject | None
    weapon: str
    damage: tuple[Blow, ...]


def damage(fighters: Sequence[Fighter], asked: Damage, dice: Dice, rulings: Rulings) -> Outcome:
    """One damage roll (rule 8): bare, or from an attacker's and a target's sheets."""
    trace = Trace(SYSTEM, dice.explains)
    target = fighters[1] if len(fighters) > 1 else None
    if fighters:
        weapons = in_hand(fighters[0], asked.weapon)
    else:
        weapons = _bare(asked.weapon or (UNARMED,))
    worn = Guard() if target is None else guard_of(target)
    guard = Guard(
        worn.armour if asked.armour is None else asked.armour,
        worn.shield if asked.shield is None else asked.shield,
    )
    if asked.bonus:
        trace.add("8", "text", "bonus to the damage roll", asked.bonus)
    name = "the target" if target is None else target.name
    blow = strike(name, weapons, asked.bonus, asked.mighty, guard, dice, rulings, trace)
    effects = () if target is None else loss(target, blow.amount, trace)
    result = DamageResult(*subjects(fighters), blow.weapon, (blow,))
    return Outcome("damage", result, effects, tuple(trace.steps))


def _bare(names: Sequence[str]) -> tuple[Weapon, ...]:
    found = []
    for name in names:
        weapon = row(name)
        if weapon is None:
            hint = near(name, rows(), otherwise="`affray table weapons` lists them")
            raise BadRequest(Fault(f"no weapon is called `{name}`", hint))
        found.append(weapon)
    _fits("the attacker", found, False)
    return tuple(found)


DAMAGE = Action(
    Damage,
    damage,
    BLOW,
    DamageResult,
    examples=(
        "affray damage --weapon greatsword --armour 2 --shield --bonus 1 --mighty",
        "affray damage @ogre @goblin --dice 4",
    ),
)
