#!/bin/sh
# A whole fight in Reactive Combat, kept in a session: Kessa and Joe are played by their
# players, two orcs and a cave cat by their sheets' [tactics]. Every throw is fixed, by
# hand-rolled dice or by a seed, so that the fight always goes the same way.
#
#   examples/reactive-combat-fight.sh
set -eu
sheets=$(cd "$(dirname "$0")/sheets/reactive-combat" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# With this set, every command plays in the session, and combatants go by name.
AFFRAY_SESSION=$folder/ford.toml
export AFFRAY_SESSION

# No text says how many injury marks take somebody out. The table gives its own figure.
AFFRAY_RULINGS=$folder/table.rulings.toml
export AFFRAY_RULINGS
cat >"$AFFRAY_RULINGS" <<'RULINGS'
[reactive-combat]
out_at_marks = 6
RULINGS

say() { printf '\n== %s\n' "$*"; }

# Who may act now, as the session has it.
up() { affray session show --json | sed 's/.*"whose":\["\{0,1\}\([^]"]*\).*/\1/'; }

# The seeds of the NPCs' turns: 210, 220, 230 … A turn takes one for each thing done in it.
seed=200

# Play turns by tactics until it is a hero's: whoever acts plays, and `next` goes on.
npcs() {
  while :; do
    case $(up) in Kessa | Joe) return 0 ;; esac
    seed=$((seed + 10))
    [ -z "$(up)" ] || affray turn --seed "$seed"
    affray session next
  done
}

affray session new "$AFFRAY_SESSION" "$sheets/kessa.toml" "$sheets/joe.toml" \
  --versus "$sheets/orc.toml:2" --versus "$sheets/cave-cat.toml"

say "Initiative: thrown at the table for all at once"
affray roll initiative Kessa Joe Orc-1 Orc-2 "Cave cat" \
  --dice 3,4,5,5,5,2,2,3,6,1,2,3,1,1,1
affray session next

say "Round 1: Kessa"
# A turn holds a major and a minor action, or two minor ones. An attack is a major one.
affray attack Kessa Orc-1 --dice 5,3,6,2,3,1
# What the rules forbid is refused with the rule, and exit status 4.
affray attack Kessa Orc-2 || echo "refused, with exit status $?"
affray move Kessa --distance 6
affray session next

say "Round 1: Joe, with a repeating rifle"
# The extra bullet makes an injury worse by 2. It takes the minor action, and a bullet.
affray attack Joe Orc-1 --distance 20 --expert-strike --extra-bullet --dice 4,3,5
affray session next

say "Round 1: the others, by their tactics"
npcs

say "Round 2: Kessa's player has a second thought"
affray act Kessa deep-breath
affray attack Kessa Orc-2 --seed 7
affray session undo
# A Run is a major action too, and makes her harder to shoot at until her next.
affray move Kessa --mode run
affray session next

say "Round 2: Joe"
# Whatever no command settles takes an action all the same.
affray act Joe use --kind major
# One bullet goes into the rifle with a minor action.
affray act Joe load
affray session next

say "Round 2: an orc's turn, thrown at the table"
# Kessa's defence is doubles and wins: its 4 stunt points pay for a riposte, which needs 3.
affray attack Orc-2 Kessa --stunt riposte --dice 1,2,1,5,5,4 --explain
affray session next
npcs

say "Round 3 and on: everybody by their tactics, until one side is left"
left() { affray session show --json | grep -q "\"side\":\"$1\",\"out\":false"; }
while left foes && left party; do
  seed=$((seed + 10))
  affray turn --seed "$seed"
  affray session next
done

say "How it stands"
affray session show

say "The encounter is over: penalties end with it, and guns are loaded"
affray session rest

say "What was done"
affray session log
