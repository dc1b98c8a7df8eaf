"""Field types that the sheets and options of every system share."""

from typing import Annotated

from msgspec import Meta, Struct, field

Name = Annotated[str, Meta(min_length=1, max_length=200)]
"""Any Unicode, brackets and quotes included."""

SEEDS = 2**53
"""Seeds go round at this number, which every reader of JSON keeps whole."""

Seed = Annotated[int, Meta(ge=0, le=SEEDS - 1)]
"""What seeded dice are thrown by."""

Rating = Annotated[int, Meta(ge=0, le=99)]
"""A score on a sheet."""

Modifier = Annotated[int, Meta(ge=-99, le=99)]
"""Added to a roll, a target or a number of dice."""

Count = Annotated[int, Meta(ge=0, le=999)]
"""How many of something."""

Points = Annotated[int, Meta(ge=-9999, le=9999)]
"""Health and the like, which damage may take below nothing."""


class Held(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a fact of a choice is held against; all that is given has to hold."""

    at_least: int | None = None
    at_most: int | None = None
    equal: bool | int | str | None = field(default=None, name="is")


class Preference(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer that a sheet gives to a choice, where all of its facts are so."""

    answer: Name | int
    when: dict[Name, Held] = {}


class Choosing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the tactics of every sheet may say of choices: of a key's answers the first that fits.

    The choice has to have that answer, too.
    """

    choose: dict[Name, tuple[Preference, ...]] = {}
