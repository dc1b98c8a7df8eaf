#!/bin/sh
# Small things that pipe: a sheet made on the spot, a result checked again, a table as CSV.
set -eu
here=$(dirname "$0")

# A sheet from standard input: the same goblin, but tougher.
printf 'system = "troika"\nname = "Goblin King"\nskill = 7\nstamina = 12\nweapons = ["axe"]\n' |
  affray attack - @troll --seed 5

# What came out once comes out again, and says so.
affray attack @goblin @troll --seed 5 --json | affray replay -

# The two-handed rows of the weapons table, hardest blow first.
affray table weapons --system troika --csv | awk -F, 'NR > 1 && $9 == 2 { print $8, $1 }' | sort -rn | head -n 3

# Who acts first, by name only.
affray roll reaction "$here"/sheets/iron-gauntlets/*.toml --seed 9 --json |
  tr '{' '\n' | sed -n 's/^"name":"\([^"]*\)","speed".*/\1/p'
