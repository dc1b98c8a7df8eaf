#!/bin/sh
# A whole fight in Troika!, kept in a session: the Ardent Giant is played by hand, three goblins
# and a troll by their tactics. Tokens come out of the bag by fixed seeds, so that the fight
# always goes the same way; at the table, leave the seeds out.
#
#   examples/troika-fight.sh
set -eu
sheets=$(cd "$(dirname "$0")/sheets/troika" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# With this set, every command plays in the session, and combatants go by name.
AFFRAY_SESSION=$folder/night.toml
export AFFRAY_SESSION

say() { printf '\n== %s\n' "$*"; }

affray session new "$AFFRAY_SESSION" "$sheets/ardent-giant.toml" @goblin:3 @troll

say "The first token"
affray session next --dice 1
# The Giant's own. He strikes, with dice thrown by hand, and tests his Luck for the damage.
affray attack "Ardent Giant" Goblin-1 --luck attacker --dice 5,3,2,4,3,4,2
# One token, one Turn: striking again is refused with the rule, and exit status 4.
affray attack "Ardent Giant" Troll || echo "refused, with exit status $?"

say "A token for the enemies: one of them acts, by its tactics"
affray session next --dice 2
affray turn --seed 11

say "The Giant aims, thinks better of it, and takes it back"
affray session next --dice 1
affray act "Ardent Giant" aim
affray session undo
affray attack "Ardent Giant" Troll --dice 6,6,2,5,4

say "Goblin-2 catches fire; it is tested when the round ends"
affray act Goblin-2 suffer --kind fire

say "The rest of the tokens, whoever they belong to, until two rounds are over"
seed=20
rounds=0
while [ "$rounds" -lt 2 ]; do
  seed=$((seed + 1))
  token=$(affray session next --seed "$seed" --get result.token)
  echo "-- $token"
  if [ "$token" = "End of the Round" ]; then
    rounds=$((rounds + 1))
  else
    affray turn --seed "$seed" || echo "nobody can use it"
  fi
done

say "How it stands"
affray session show

say "What was done"
affray session log
