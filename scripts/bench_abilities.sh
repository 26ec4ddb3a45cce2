#!/usr/bin/env bash
# What abilities cost that are in the moveset and that nothing asks for: scripts/bench_abilities.sh [NAMES...]
# prints how many more instructions a tick of the crowd walk takes than without, on the flat and in the town: for
# each ability, for all that no tick of a walk wants together, for those that are at work all the time, and for all
# (or for the NAMES, some with commas between). Counted by valgrind's callgrind, so the figures are the same on a
# busy machine. "acts": the walk ended differently, for the ability has started; so it was wanted, and what it did
# is in the figure. Without NAMES the exit status is 1 when a limit is exceeded. $LOPE_CROWD: characters, default 20.
# Then: how many instructions a tick of a mantle takes, on a ledge that stands and on one that turns.
set -uo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

command -v valgrind >/dev/null || { echo "bench_abilities: valgrind is not at hand" >&2; exit 2; }
crowd=build/release/bin/crowd
[ -x "$crowd" ] || { echo "bench_abilities: build $crowd first" >&2; exit 2; }
town=../shared/levels/town/town.obj
# Those that a press or a held button starts; those that ask by themselves; those that are at work from the first
# tick on, on the ground too.
pressed=slide,dash,sprint,glide,prone,roll
asking=mantle,vault,wall_jump,rope,zipline,ladder,climb,ledge_hang,wall_run,wall_slide,obstacle,ledge
always=runner,corner_help,air_strafe
# %, of pressed and asking together
limit_flat=0.6 limit_town=1.0
limit_mantle=27500 # instructions: about 3 us

# Sets `count` and `hash`, of a run with those arguments.
run() { # ARGUMENT...
    local said
    said="$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=walk_measured_step \
        "$crowd" "$@" --count "${LOPE_CROWD:-20}" --runs 1 2>&1)"
    count="$(sed -n 's/.*Collected : //p' <<<"$said")"
    hash="$(sed -n 's/^hash //p' <<<"$said")"
}

share() { # WITH WITHOUT
    awk -v with="$1" -v without="$2" 'BEGIN { printf "%.2f", 100 * (with / without - 1) }'
}

# Prints one row, and leaves its figures in `on_flat` and `in_town`, and whether it acts in the town in `acts`.
row() { # NAMES TITLE
    local acting=""
    run flat --own "$1"
    on_flat="$(share "$count" "$flat")"
    in_town=- acts=
    if [ -f "$town" ]; then
        run town --level "$town" --own "$1"
        in_town="$(share "$count" "$within")"
        if [ "$hash" != "$within_hash" ]; then acts=1 acting=", acts"; fi
    fi
    printf '%9s %% %9s %%  %s%s\n' "$on_flat" "$in_town" "$2" "$acting"
}

above() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'; } # A B

run flat
flat="$count"
if [ -f "$town" ]; then
    run town --level "$town"
    within="$count" within_hash="$hash"
fi
printf '%11s %11s  %s\n' flat town "more instructions with"
if [ $# -gt 0 ]; then
    for name in "$@"; do row "$name" "$name"; done
    exit 0
fi
row "$pressed" "$pressed"
idle="$pressed" # those that the walk does not want anywhere
IFS=, read -r -a each <<<"$asking"
for name in "${each[@]}"; do
    row "$name" "$name"
    if [ -z "$acts" ]; then idle+=",$name"; fi
done
row "$idle" "all of these that do not act"
idle_flat="$on_flat" idle_town="$in_town"
row "$pressed,$asking" "all of these"
IFS=, read -r -a each <<<"$always"
for name in "${each[@]}"; do row "$name" "$name, always at work"; done
row all "all"
status=0
check() { # PLACE FIGURE LIMIT
    if above "$2" "$3"; then
        echo "bench_abilities: $1: $2 % is above the limit of $3 %"
        status=1
    fi
}
check flat "$idle_flat" "$limit_flat"
if [ "$idle_town" != - ]; then
    check town "$idle_town" "$limit_town"
fi
mantle() { # TITLE [ARGUMENT]
    local said count each
    said="$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=mantle_measured_tick \
        build/release/bin/mantle_ticks "${@:2}" 2>&1)"
    count="$(sed -n 's/.*Collected : //p' <<<"$said")"
    each=$((count / $(sed -n 's/^ticks //p' <<<"$said")))
    printf '%11s %11s  instructions of %s\n' "" "$each" "$1"
    if [ "$each" -gt "$limit_mantle" ]; then
        echo "bench_abilities: $1: $each instructions are above the limit of $limit_mantle"
        status=1
    fi
}
mantle "a tick of a mantle"
mantle "a tick of a mantle, the ledge turns" turns
exit $status
