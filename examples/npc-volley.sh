#!/bin/sh
# An NPC volley: four archers shoot at whoever they are given, one after the other, and the
# script adds up what arrives. Each shot is one command; --get takes one value out of it.
#
#   examples/npc-volley.sh [ARCHER.toml] [TARGET.toml] [FIRST-SEED]
set -eu
here=$(dirname "$0")
archer=${1:-$here/sheets/troika/bell-archer.toml}
target=${2:-$here/sheets/troika/ardent-giant.toml}
seed=${3:-1}

lost=0
for shot in 1 2 3 4; do
  shoot="affray attack $archer $target --cover 1 --seed $seed"
  # --exit-status makes a shot that does not hit a failure of the command.
  if $shoot --exit-status --get outcome >/dev/null; then
    # The same seed throws the same dice, so that each question is asked of the same shot.
    amount=$($shoot --get result.damage.0.amount)
    lost=$((lost + amount))
    echo "shot $shot: hit for $amount"
  else
    echo "shot $shot: missed"
  fi
  seed=$((seed + 1))
done
echo "the volley costs $lost Stamina"
