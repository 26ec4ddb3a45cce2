#!/usr/bin/env bash
# The fuzzers: scripts/fuzz.sh [SECONDS [TARGET...]] builds tests/fuzz/fuzz_<target>.c with libFuzzer, address and undefined
# sanitizers and runs each for SECONDS (60), one after another, or $LOPE_FUZZ_AT_ONCE at a time. What breaks is left in
# <work>/found/<target> and ends the job with status 1; corpora grow in <work>/corpus/<target>. The work folder is build/fuzz, or
# $LOPE_FUZZ_WORK. $LOPE_FUZZ_SEED makes a run from an empty corpus go the same way again; without it each goes another one.
# To play a find: <work>/fuzz_<target> FILE. Once it is mended, the file belongs in tests/fuzz/seeds/<target>, which ctest plays.
set -uo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

seconds="${1:-60}"
[ $# -gt 0 ] && shift
targets=("$@")
[ ${#targets[@]} -eq 0 ] && targets=(scenario files mesh move recording state query mode abilities net transport)
if ! [[ "$seconds" =~ ^[0-9]+$ ]]; then
    echo "usage: fuzz.sh [SECONDS [TARGET...]]; targets: scenario files mesh move recording state query mode abilities net transport" >&2
    exit 2
fi

work="${LOPE_FUZZ_WORK:-$lope_root/build/fuzz}"
compiler=clang
command -v clang-14 >/dev/null 2>&1 && compiler=clang-14
# shellcheck disable=SC2054
sanitizers=(-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer)
flags=(-std=c17 -O2 -g1 -ffp-contract=off -fno-math-errno -Iinclude -Isrc -I. -Itests "${sanitizers[@]}" -fsanitize=fuzzer-no-link)

# compile SOURCE...: objects in the work folder, only those that are older than their source or any header.
compile() {
    local source object newest running=0 bad=0
    newest="$(find include src scene tests/fuzz tests/soup tests/behaviour tests/query tests/net -name '*.h' -printf '%T@ %p\n' | sort -n | tail -n 1)"
    newest="${newest#* }"
    for source in "$@"; do
        object="$work/objects/${source//\//_}.o"
        [ -f "$object" ] && [ "$object" -nt "$source" ] && [ "$object" -nt "$newest" ] && continue
        if [ "$running" -ge "${LOPE_FUZZ_JOBS:-$(lope_jobs)}" ]; then
            wait -n || bad=1
            running=$((running - 1))
        fi
        "$compiler" "${flags[@]}" "${includes[@]}" -c "$source" -o "$object" &
        running=$((running + 1))
    done
    while [ "$running" -gt 0 ]; do
        wait -n || bad=1
        running=$((running - 1))
    done
    return $bad
}

objects_of() {
    local source
    for source in "$@"; do printf '%s\n' "$work/objects/${source//\//_}.o"; done
}

build_target() { # TARGET
    local library sources=("tests/fuzz/fuzz_$1.c") libraries=(-lm) objects
    mapfile -t library < <(find src -name '*.c' | sort)
    includes=()
    case "$1" in
    scenario | files)
        mapfile -t -O 1 sources < <(find scene -name '*.c' ! -name navigation.c ! -name join.c ! -name 'serve*.c' ! -name json_tree.c | sort) # no_navigation.c stands in
        read -r -a includes <<<"$(pkg-config --cflags libcjson assimp)"
        read -r -a libraries <<<"$(pkg-config --libs libcjson assimp) -lm"
        ;;
    move) sources+=(tests/soup/judge.c tests/soup/judge_world.c tests/behaviour/brute.c tests/behaviour/clean_state.c) ;;
    abilities)
        sources+=(tests/fuzz/abilities_scene.c tests/fuzz/abilities_moveset.c scene/catalog.c)
        sources+=(tests/soup/judge.c tests/soup/judge_world.c tests/behaviour/brute.c tests/behaviour/clean_state.c)
        ;;
    state) sources+=(tests/behaviour/clean_state.c) ;;
    net) sources+=(tests/net/game.c tests/behaviour/clean_state.c) ;;
    mode) sources+=(tests/query/ask.c tests/query/brute.c tests/query/stage.c tests/behaviour/clean_state.c) ;;
    transport) # the adapters' own readers: not what OpenSSL, libsodium, libwebsockets and ENet read
        mapfile -t library < <(find src/base -name '*.c' | sort)
        sources+=(adapters/netcode/packet.c adapters/netcode/replay.c adapters/netcode/token.c adapters/netcode/address.c adapters/transport/address.c)
        sources+=(adapters/udp/lope_token.c)
        includes=(-Iadapters/netcode -Iadapters/udp -Iadapters/transport)
        libraries=(-lsodium -lcrypto -lm)
        ;;
    query) sources+=(tests/query/ask.c tests/query/brute.c tests/query/stage.c) ;;
    esac
    compile "${library[@]}" "${sources[@]}" || return 1
    mapfile -t objects < <(objects_of "${library[@]}" "${sources[@]}")
    "$compiler" "${sanitizers[@]}" -fsanitize=fuzzer "${objects[@]}" "${libraries[@]}" -o "$work/fuzz_$1"
}

# Inputs to start from beside the seeds: scenarios that exist, mesh files that ./test files has written.
starts_of() { # TARGET
    [ "$1" = scenario ] && printf '%s\n' tests/scene/broken levels/gym docs/guide
    [ "$1" = files ] && printf '%s\n' build/files/made
}

run_target() { # TARGET
    local target="$1" corpus="$work/corpus/$1" found="$work/found/$1" options=() folders=()
    mkdir -p "$corpus" "$found"
    [ -f "tests/fuzz/$target.dict" ] && options+=("-dict=$lope_root/tests/fuzz/$target.dict")
    case "$target" in
    scenario | files) options+=(-max_len=8192) ;;
    *) options+=(-max_len=4096) ;;
    esac
    while read -r folder; do
        [ -d "$folder" ] && folders+=("$lope_root/$folder")
    done < <(echo "tests/fuzz/seeds/$target" && starts_of "$target")
    [ -n "${LOPE_FUZZ_SEED:-}" ] && options+=("-seed=$LOPE_FUZZ_SEED")
    (cd "$work" && ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 "./fuzz_$target" -max_total_time="$seconds" \
        -timeout=300 -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$found/" "${options[@]}" "$corpus" "${folders[@]}") \
        >"$work/$target.log" 2>&1
}

# The newest find itself, for whoever has only the log: base64 -d gives the file back.
print_found() { # TARGET
    local file
    file="$(find "$work/found/$1" -type f -printf '%T@ %p\n' | sort -n | tail -n 1)"
    file="${file#* }"
    [ -n "$file" ] && echo "the input in base64: $(base64 -w 0 "$file")"
}

run_and_tell() { # TARGET
    if run_target "$1"; then
        echo "fuzz_$1: $seconds s, seed $(sed -n 's/^INFO: Seed: *//p' "$work/$1.log")," \
            "$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$1.log") inputs, nothing found"
    else
        echo "fuzz_$1: FOUND something; the end of $work/$1.log:"
        grep -E 'INVARIANT|ERROR|runtime error|Test unit written' "$work/$1.log" | tail -n 8
        print_found "$1"
        return 1
    fi
}

mkdir -p "$work/objects"
failed=0
running=0
built=()
for target in "${targets[@]}"; do # all before the first runs: both wait for whatever ends next
    if build_target "$target"; then
        built+=("$target")
    else
        echo "fuzz_$target does not build"
        failed=1
    fi
done
for target in "${built[@]}"; do
    if [ "$running" -ge "${LOPE_FUZZ_AT_ONCE:-1}" ]; then
        wait -n || failed=1
        running=$((running - 1))
    fi
    run_and_tell "$target" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
    wait -n || failed=1
    running=$((running - 1))
done
exit $failed
