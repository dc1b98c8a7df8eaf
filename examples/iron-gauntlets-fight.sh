#!/bin/sh
# A whole fight in Iron Gauntlets, kept in a session: Suenta and Kolby are played by their
# players, Hamish and Joe by their sheets' [tactics]. Every throw is fixed, by hand-rolled
# dice or by a seed, so that the fight always goes the same way.
#
#   examples/iron-gauntlets-fight.sh
set -eu
sheets=$(cd "$(dirname "$0")/sheets/iron-gauntlets" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# With this set, every command plays in the session, and combatants go by name.
AFFRAY_SESSION=$folder/night.toml
export AFFRAY_SESSION

# No public text says how much harm takes somebody out. The table gives its own figure.
AFFRAY_RULINGS=$folder/table.rulings.toml
export AFFRAY_RULINGS
cat >"$AFFRAY_RULINGS" <<'RULINGS'
[iron-gauntlets]
out_at_injury = 8
RULINGS

say() { printf '\n== %s\n' "$*"; }

# The seeds of the NPCs' turns and of what follows: 101, 102, 103 …
seed=100
fresh() { seed=$((seed + 1)); }

# Play everybody who may act now by their tactics, then go on, until somebody is up who is
# played by hand (named as arguments) or a new turn begins.
npcs() {
  while :; do
    next=$(affray session show --json | sed 's/.*"whose":\[\([^]]*\)\].*/\1/')
    [ -n "$next" ] || return 0
    for hero in "$@"; do
      case $next in *"\"$hero\""*) return 0 ;; esac
    done
    fresh
    affray turn --seed "$seed"
    affray session next
  done
}

affray session new "$AFFRAY_SESSION" "$sheets/suenta.toml" "$sheets/kolby.toml" \
  --versus "$sheets/hamish.toml" --versus "$sheets/joe.toml"

say "Turn 1: reactions"
# Suenta gives up a point of fitness: a die more, and a second fitness action this turn.
affray roll reaction Suenta --fitness 1 --dice 2,7
affray roll reaction Kolby --fitness 1 --dice 6,8
# The first `next` of a turn rolls for all others: Hamish and Joe give points as their tactics say.
affray session next --dice 9,4,8,5,9

say "First actions, by speed"
affray attack Suenta Hamish --dice 3,5,10,1,9,10,10
# It is not her turn again before everybody has had a first action. What the rules forbid
# is refused with the rule, and exit status 4.
affray attack Suenta Joe || echo "refused, with exit status $?"
affray session next
npcs Suenta Kolby

say "Kolby's player has a second thought"
affray attack Kolby Joe --weapon cudgel --seed 7
affray session undo
affray attack Kolby Hamish --seed 8
# Whether a blow knocks somebody down, the director says: no more acting this turn.
affray act Hamish down
affray session next

say "Second actions, by those who bought some"
npcs Nobody

say "Turn 2: nobody of the party gives points"
# In the order they joined: Suenta, Kolby, three dice of Hamish's, two of Joe's.
affray session next --dice 2,3,8,9,9,6,7
# A point of luck is a die more.
affray attack Suenta Hamish --luck 1 --dice 1,3,4,6,9,5,10,10,10
affray session next
# With --explain, each number comes with its rule.
affray attack Kolby Joe --seed 31 --explain
affray session next
npcs Nobody

say "How it stands"
affray session show

say "What was done"
affray session log
