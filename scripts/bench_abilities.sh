#!/usr/bin/env bash
# What abilities cost that are in the moveset and that no button asks for: scripts/bench_abilities.sh [NAMES...]
# prints, for all of them together and for each (or for the NAMES, some with commas between), how many more
# instructions a tick of the crowd walk takes than without, on the flat and in the town. Counted by valgrind's
# callgrind, so the figures are the same on a busy machine. $LOPE_CROWD: characters, default 20.
set -uo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

command -v valgrind >/dev/null || { echo "bench_abilities: valgrind is not at hand" >&2; exit 2; }
crowd=build/release/bin/crowd
[ -x "$crowd" ] || { echo "bench_abilities: build $crowd first" >&2; exit 2; }
town=../shared/levels/town/town.obj
# Those that a press or a held button starts, and those that ask by themselves in a fall; then those that are
# at work all the time.
pressed=slide,dash,sprint,glide,prone,roll
asking=mantle,vault,wall_jump,rope,zipline,ladder,climb,ledge_hang,wall_run,wall_slide
names=("$@")
IFS=, read -r -a each <<<"$asking,air_strafe,corner_help,runner,obstacle,ledge"
[ ${#names[@]} -eq 0 ] && names=("$pressed" "${each[@]}" "$pressed,$asking" all)

instructions() { # ARGUMENT...
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=walk_measured_step \
        "$crowd" "$@" --count "${LOPE_CROWD:-20}" --runs 1 2>&1 | sed -n 's/.*Collected : //p'
}

share() { # WITH WITHOUT
    awk -v with="$1" -v without="$2" 'BEGIN { printf "%9.2f %%", 100 * (with / without - 1) }'
}

flat="$(instructions flat)"
[ -f "$town" ] && within="$(instructions town --level "$town")"
printf '%11s %11s  %s\n' flat town "more instructions with"
for name in "${names[@]}"; do
    printf '%s ' "$(share "$(instructions flat --own "$name")" "$flat")"
    if [ -f "$town" ]; then share "$(instructions town --level "$town" --own "$name")" "$within"; else printf '%11s' -; fi
    printf '  %s\n' "$name"
done
