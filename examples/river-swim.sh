#!/bin/sh
# A swim across a river, three stretches wide. Each failed Swim test in a row costs one die more
# (Troika! 7.9); a success is a stretch swum, and starts the count afresh. The loop keeps failures
# and Stamina itself and hands them to each command.
#
#   examples/river-swim.sh [SWIMMER.toml] [FIRST-SEED]
set -eu
here=$(dirname "$0")
swimmer=${1:-$here/sheets/troika/ardent-giant.toml}
seed=${2:-3}

stretches=0
failures=0
stamina=18
while [ "$stretches" -lt 3 ]; do
  swim="affray drown $swimmer --failures $failures --stamina $stamina --seed $seed"
  outcome=$($swim --get outcome)
  failures=$($swim --get result.failures)
  stamina=$($swim --get result.stamina)
  echo "$outcome: $failures failures in a row, Stamina $stamina"
  case $outcome in
    afloat) stretches=$((stretches + 1)) ;;
    drowned) echo "the river keeps them"; exit 0 ;;
  esac
  seed=$((seed + 1))
done
echo "across, with Stamina $stamina"
