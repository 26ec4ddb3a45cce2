#!/usr/bin/env bash
# ./run determinism: one golden hash on every compiler and machine that can be had here. Builds tests/repeat/program/golden.c with
# the library for each target of the list below, runs it on the same .lmesh files (natively, in Node, under qemu-user and wine),
# prints one table, and fails when any hash is not the one of tests/repeat/golden.txt. Each also plays back recordings that the host's
# build has made of the tour and the park, tick by tick, and records the same bytes itself. The targets of wasm also play the
# scenarios of abilities, cameras, locks, avoidance and paths (tests/wasm): they end with the hashes of `lope run`, and the cameras give
# in every tick what they give here.
#
#   --ci        gcc and clang at the ends of their options, wasm and AArch64
#   --update    write golden.txt from the native gcc build; with --ci or --all also compare the targets with it
#   --all       the default: every target
#   NAME...     only the targets whose name contains one of these words
#   --no-town   leave out the town, though ../shared is there
#   --jobs N    targets at one time (default: one for each processor)
# LOPE_TOOL=FILE is a lope program to play the tour and the scenarios with, in place of the one built for it.
#
# The town's two hashes need ../shared; without it only the levels of the repository are compared, which the table says.
# Never install gcc-multilib: it removes every cross compiler.
set -uo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
# shellcheck source=scripts/unite.sh
source "$(dirname "${BASH_SOURCE[0]}")/unite.sh"

golden=tests/repeat/golden.txt
room=build/determinism
town=../shared/levels/town/town.obj
flags=(-std=c17 -ffp-contract=off -fno-math-errno -Iinclude -Isrc -I. -Itests/repeat)
# Why these are needed says cmake/targets.cmake, which sets them too.
gcc_flags=(-fexcess-precision=fast -fno-tree-vectorize)
host_compiler=(gcc "${flags[@]}" "${gcc_flags[@]}" -O2 -pthread)

# name | group | compiler | further flags | run by | packages
targets() {
    # other machines first: they take longest, and CI would wait for them alone
    local arch debian
    for arch in aarch64:arm64 riscv64:riscv64 s390x:s390x; do
        debian="${arch#*:}" arch="${arch%:*}"
        local packages="gcc-$arch-linux-gnu libc6-dev-$debian-cross qemu-user-static" group=all
        [ "$arch" = aarch64 ] && group=ci
        echo "$arch gcc -O3|$group|$arch-linux-gnu-gcc|-O3 -static -pthread|qemu-$arch-static|$packages"
        echo "$arch gcc -O2 scalar|all|$arch-linux-gnu-gcc|-O2 -DLOPE_SIMD=0 -static -pthread|qemu-$arch-static|$packages"
    done
    echo "aarch64 gcc -O0|all|aarch64-linux-gnu-gcc|-O0 -static -pthread|qemu-aarch64-static|gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static"
    local compiler level simd group
    for compiler in gcc clang; do
        for level in -O0 -O2 -O3 "-O3 -march=native"; do
            for simd in 1 0; do
                group=all # CI has the ends of the range, each way of SIMD once for each compiler
                case "$compiler $level $simd" in "gcc -O0 1" | "gcc -O3 -march=native 0" | "clang -O0 0" | "clang -O3 -march=native 1") group=ci ;; esac
                echo "$compiler $level$([ $simd = 0 ] && echo ' scalar')|$group|$compiler|$level -DLOPE_SIMD=$simd -pthread|native|$compiler libc6-dev"
            done
        done
    done
    echo "gcc -O3 -mavx, valgrind|ci|gcc|-O3 -mavx -pthread|valgrind|gcc libc6-dev valgrind"
    # scripts/golden/load_splat.c says why clang's vectorisers are left out
    local wasm="--target=wasm32-wasi -fno-vectorize -fno-slp-vectorize -Wl,-z,stack-size=1048576"
    echo "wasm32 -O3 simd128|ci|clang|-O3 -msimd128 $wasm|wasm|clang lld nodejs wasi-libc libclang-rt-14-dev-wasm32 libcjson-dev"
    echo "wasm32 -O2 scalar|ci|clang|-O2 -DLOPE_SIMD=0 $wasm|wasm|clang lld nodejs wasi-libc libclang-rt-14-dev-wasm32 libcjson-dev"
    echo "mingw-w64 -O3|all|x86_64-w64-mingw32-gcc|-O3 -static|wine|gcc-mingw-w64-x86-64-posix wine64"
    echo "mingw-w64 -O2 scalar|all|x86_64-w64-mingw32-gcc|-O2 -DLOPE_SIMD=0 -static|wine|gcc-mingw-w64-x86-64-posix wine64"
}

# Scenarios of abilities, cameras, locks, avoidance and paths that need neither a mesh nor a navigation mesh.
small_scenarios() {
    grep -lE '"(abilities|camera|lock_on|avoid|path)"' levels/zoo/*.json levels/runner/*.json |
        xargs grep -L -e '"mesh"' -e '"bullet"' -e '"navigation"'
}

# Sources as they are now: an edit while this runs would look like a difference between machines.
copy_sources() {
    rm -rf "$room"
    mkdir -p "$room/source/tests" "$room/mesh"
    cp -r include src "$room/source/"
    mkdir -p "$room/source/bench" "$room/source/scene"
    cp bench/obj.c bench/obj.h "$room/source/bench/"
    cp scene/catalog.c scene/catalog.h "$room/source/scene/"
    cp -r tests/repeat "$room/source/tests/"
    cp -r scene "$room/source/"
    cp -r tests/wasm "$room/source/tests/"
    cp scripts/golden/wasi.mjs "$room/"
    cp scripts/golden/load_splat.c "$room/source/"
    mkdir -p "$room/zoo"
    small_scenarios | xargs cp -t "$room/zoo"
    cp levels/gym/gym.obj levels/gym/tour.json "$room/mesh/"
    rm -f "$room"/source/tests/repeat/test_*.c
    (cd "$room/source" && lope_unite_sources united >library)
}

golden_sources() {
    cat library
    printf '%s\n' bench/obj.c scene/catalog.c tests/repeat/*.c tests/repeat/program/golden.c
}

# A line of gcc or clang with binaryen about would run wasm-opt when it links with -O, so wasm links on its own.
compile() { # NAME COMPILER FLAGS PROGRAM
    local sources option all=("${flags[@]}") link=()
    mapfile -t sources < <(golden_sources)
    [[ "$2" == *gcc* ]] && all+=("${gcc_flags[@]}")
    for option in $3; do
        case "$option" in
        -Wl,*) link+=("$option") ;;
        --target=*) all+=("$option") link+=("$option") ;;
        *) all+=("$option") ;;
        esac
    done
    if [[ "$3" != *wasm* ]]; then
        "$2" "${all[@]}" "${sources[@]}" -o "$4" -lm
        return
    fi
    compile_apart "$4.o.d" "$2" "${all[@]}" "${sources[@]}" && "$2" "${link[@]}" "$4.o.d"/*.o -o "$4" -lm || return 1
    "$2" "${all[@]}" -c load_splat.c -o "$4.splat.o" && "$2" "${link[@]}" "$4.splat.o" -o "$4.splat" || return 1
    compile_player "$4" "$2" "${all[@]}" && "$2" "${link[@]}" "$4.o.d"/{src,united}_*.o "$4.play.d"/*.o -o "$4.play" -lm
}

# compile_apart FOLDER COMPILER FLAGS_AND_SOURCES...: objects in the folder, $at_once at a time.
compile_apart() {
    local objects="$1" compiler="$2" one all=() sources=() running=0 status=0
    shift 2
    for one in "$@"; do
        case "$one" in
        *.c) sources+=("$one") ;;
        *) all+=("$one") ;;
        esac
    done
    mkdir -p "$objects"
    for one in "${sources[@]}"; do
        if [ $running -ge "$at_once" ]; then
            wait -n || status=1
            running=$((running - 1))
        fi
        "$compiler" "${all[@]}" -c "$one" -o "$objects/${one//\//_}.o" &
        running=$((running + 1))
    done
    while [ $running -gt 0 ]; do
        wait -n || status=1
        running=$((running - 1))
    done
    return $status
}

# The player of scenarios, without what reads mesh files, finds paths and has sockets, for which there are no libraries. cJSON's header alone is used.
compile_player() { # PROGRAM COMPILER FLAGS...
    local program="$1" compiler="$2" sources
    shift 2
    mkdir -p cjson
    cp "$(pkg-config --variable=includedir libcjson)/cjson/cJSON.h" cjson/ || return 1
    mapfile -t sources < <(printf '%s\n' scene/*.c | grep -vE '^scene/(mesh|mesh_[a-z0-9]*|gltf_[a-z]*|inflate|zip_entry|navigation|join|serve|serve_[a-z]*)\.c$')
    compile_apart "$program.play.d" "$compiler" "$@" "${sources[@]}" scene/mesh_data.c scene/mesh_units.c tests/wasm/*.c
}

# Node 20 drops the bytecode of functions that are still on the stack while a program runs long, and then
# crashes at its end. Now and then it crashes by itself even so: that says nothing of the program, which is
# run again.
run_in_node() { # PROGRAM ARGUMENTS...
    local output status=0 try
    output="$(mktemp)"
    for try in 1 2 3; do
        node --no-warnings --no-flush-bytecode wasi.mjs "$@" >"$output" && status=0 || status=$?
        [ $status -lt 128 ] && break
        echo "node ended by signal $((status - 128)), run $try of 3" >&2
    done
    cat "$output"
    rm -f "$output"
    return $status
}

run_program() { # HOW PROGRAM ARGUMENTS...
    local how="$1" program="$2"
    shift 2
    case "$how" in
    native) "$program" "$@" ;;
    valgrind) valgrind -q --tool=none "$program" "$@" ;; # it must know every instruction that is used
    wasm) run_in_node "$program" "$@" ;;
    wine)
        local wine=wine64
        command -v wine64 >/dev/null 2>&1 || wine=/usr/lib/wine/wine64
        WINEPREFIX="$PWD/wine" WINEDEBUG=-all "$wine" "$program" "$@" | tr -d '\r'
        ;;
    qemu-*) "$how" "$program" "$@" ;;
    esac
}

mesh_arguments() {
    echo --gym mesh/gym.lmesh --tour mesh/tour.json
    [ "$with_town" = yes ] && echo --town mesh/town.lmesh
}

# Leaves NAME.out (the hashes), NAME.log and NAME.time in the room.
one_target() { # LINE
    local name group compiler more how packages file
    IFS='|' read -r name group compiler more how packages <<<"$1"
    file="${name//[^a-zA-Z0-9]/_}"
    cd "$lope_root/$room" || return 1
    if ! (cd source && compile "$name" "$compiler" "$more" "../$file.bin") >"$file.log" 2>&1; then
        echo "does not compile" >"$file.out"
        return
    fi
    local begin end
    begin="$(date +%s%N)"
    # shellcheck disable=SC2046
    run_program "$how" "./$file.bin" $(mesh_arguments) >"$file.out" 2>>"$file.log" || echo "failed" >>"$file.out"
    run_program "$how" "./$file.bin" --gym mesh/gym.lmesh --tour mesh/tour.json --replay mesh/host.rec >"$file.replay" 2>&1
    if [ "$how" = wasm ] && ! run_in_node "./$file.bin.splat" >>"$file.log" 2>&1; then echo "load_splat" >>"$file.out"; fi
    [ "$how" = wasm ] && run_in_node "./$file.bin.play" zoo/*.json >"$file.zoo" 2>&1
    end="$(date +%s%N)"
    echo $(((end - begin) / 10000000)) >"$file.time" # hundredths of a second
}

# The lines of golden.txt that this run has, as `golden` prints them.
wanted() {
    grep -v '^#' "$golden" 2>/dev/null | if [ "$with_town" = yes ]; then cat; else grep -v '^town'; fi
}

report() { # LINE...
    local line name file hash time verdict differ=0 missing
    printf '\n%-30s %-18s %9s  %s\n' target hash seconds verdict
    for line in "$@"; do
        name="${line%%|*}"
        file="$room/${name//[^a-zA-Z0-9]/_}"
        hash="$(awk '$1 == "all" {print $2}' "$file.out" 2>/dev/null)"
        time="$(awk '{printf "%.2f", $1 / 100}' "$file.time" 2>/dev/null)"
        missing="$(diff <(wanted) <(grep -v '^all' "$file.out") | awk '/^[<>]/ {print $2}' | sort -u | tr '\n' ' ')"
        verdict=equal
        if [ -z "$hash" ]; then
            verdict="FAILED: see $file.log"
            differ=$((differ + 1))
        elif [ -n "$missing" ]; then
            verdict="DIFFERENT: $missing"
            differ=$((differ + 1))
        elif [ -f "$file.zoo" ] && ! cmp -s "$file.zoo" "$room/zoo.wanted"; then
            verdict="SCENARIOS: $(diff "$room/zoo.wanted" "$file.zoo" | grep '^>' | head -n 1)"
            differ=$((differ + 1))
        elif [ "$(cat "$file.replay")" != "replay equal" ]; then
            verdict="REPLAY of the host's recordings: $(head -n 1 "$file.replay")"
            differ=$((differ + 1))
        fi
        printf '%-30s %-18s %9s  %s\n' "$name" "${hash:--}" "${time:--}" "$verdict"
    done
    echo
    [ "$with_town" = yes ] || echo "Without the town: $town is not here, or was not wanted."
    if [ "$differ" -gt 0 ]; then
        echo "$differ of $# are not as $golden says. When results were meant to change: ./run determinism --update"
        return 1
    fi
    echo "All $# are as $golden says."
}

# Sets `tool`: a lope program of this machine.
find_tool() {
    tool="${LOPE_TOOL:-}"
    [ -n "$tool" ] && return
    lope_install "${lope_tool_packages[@]}"
    lope_build release lope_tool
    tool=build/release/bin/lope
}

# What the targets of wasm must print of the scenarios: what the same program prints on this machine. Its hashes must be those of `lope run`.
play_scenarios() {
    local tool file
    find_tool
    (cd "$room/source" && at_once="$jobs" && compile_player ../host "${host_compiler[@]}" &&
        gcc ../host.o.d/{src,united}_*.o ../host.play.d/*.o -o ../host.play -lm -pthread) >"$room/host.log" 2>&1 ||
        { echo "the player of scenarios does not compile: $room/host.log" && return 1; }
    (cd "$room" && ./host.play zoo/*.json >zoo.wanted) || return 1
    for file in "$room"/zoo/*.json; do echo "zoo/${file##*/} $("$tool" run "$file" --quiet)"; done >"$room/zoo.tool"
    if ! diff "$room/zoo.tool" <(grep -v ' cameras ' "$room/zoo.wanted"); then
        echo "lope run ends otherwise than $room/host.play"
        return 1
    fi
    echo "$(wc -l <"$room/zoo.tool") scenarios, $(grep -c ' cameras ' "$room/zoo.wanted") with cameras, for the targets of wasm"
}

# The tour once more, as `lope run` plays it, with the same mesh.
compare_tour() {
    local tool printed wanted_hash
    find_tool
    sed 's/"gym\.obj"/"gym.lmesh"/' "$room/mesh/tour.json" >"$room/mesh/tour_lmesh.json"
    printed="$("$tool" run "$room/mesh/tour_lmesh.json" --quiet | awk '$1 == "hash" {print $2}')"
    wanted_hash="$(awk '$1 == "gym.tour" {print $2}' "$golden")"
    printf 'The tour by lope run: %s, %s\n' "${printed:-none}" "$([ "$printed" = "$wanted_hash" ] && echo equal || echo DIFFERENT)"
    [ "$printed" = "$wanted_hash" ]
}

write_golden() { # OUT
    {
        echo "# What tests/repeat/program/golden.c prints on every machine. Made by ./run determinism --update, never by hand."
        grep -v '^all' "$1"
        # without ../shared the town's stay what they were
        [ "$with_town" = yes ] || grep '^town' "$golden" 2>/dev/null
    } >"$golden.new"
    mv "$golden.new" "$golden"
    echo "Written: $golden"
    cat "$golden"
}

# What is common to all targets: meshes as .lmesh, made by the native program. Its objects serve the player of scenarios too.
prepare() {
    local sources
    copy_sources
    (cd "$room/source" && at_once="$jobs" && mapfile -t sources < <(golden_sources) &&
        compile_apart ../host.o.d "${host_compiler[@]}" "${sources[@]}" && gcc ../host.o.d/*.o -o ../host.bin -lm -pthread) || exit 1
    "$room/host.bin" --convert "$room/mesh/gym.obj" "$room/mesh/gym.lmesh" || exit 1
    "$room/host.bin" --gym "$room/mesh/gym.lmesh" --tour "$room/mesh/tour.json" --record "$room/mesh/host.rec" || exit 1
    [ "$with_town" = no ] || "$room/host.bin" --convert "$town" "$room/mesh/town.lmesh" || exit 1
}

update_golden() {
    # shellcheck disable=SC2046
    (cd "$room" && ./host.bin $(mesh_arguments)) >"$room/host.out" || exit 1
    write_golden "$room/host.out"
}

select_targets() {
    local line word
    while IFS= read -r line; do
        [ "$group" = ci ] && [ "$(cut -d'|' -f2 <<<"$line")" != ci ] && continue
        [ ${#words[@]} -eq 0 ] && chosen+=("$line")
        for word in "${words[@]}"; do
            [[ "${line%%|*}" == *"$word"* ]] && chosen+=("$line") && break
        done
    done < <(targets)
}

# The packages of one target; a target whose packages cannot be had is a fault, not left out in silence.
install_packages() {
    local line all=()
    for line in "${chosen[@]}"; do
        # shellcheck disable=SC2206
        all+=(${line##*|})
    done
    mapfile -t all < <(printf '%s\n' "${all[@]}" | sort -u)
    lope_install "${all[@]}"
}

group=all
update=no
check=yes
jobs="$(lope_jobs)"
at_once=1 # sources that a target compiles at one time
with_town=no
[ -f "$town" ] && with_town=yes
words=()
chosen=()
while [ $# -gt 0 ]; do
    case "$1" in
    --ci) group=ci check=yes ;;
    --all) group=all check=yes ;;
    --update) update=yes check=no ;;
    --no-town) with_town=no ;;
    --jobs) jobs="${2:-1}" && shift ;;
    -*) sed -n '2,/^set/p' "${BASH_SOURCE[0]}" | grep '^#' && exit 2 ;;
    *) words+=("$1") check=yes ;;
    esac
    shift
done

lope_install gcc libc6-dev
prepare
[ "$update" = yes ] && update_golden
[ "$check" = no ] && exit 0
select_targets
[ ${#chosen[@]} -eq 0 ] && echo "No target of that name." >&2 && exit 2
install_packages
if [[ "${chosen[*]}" == *'|wasm|'* ]]; then play_scenarios || exit 1; fi
for line in "${chosen[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
    echo "${line%%|*} ..."
    one_target "$line" &
done
wait
status=0
report "${chosen[@]}" || status=1
if [ ${#words[@]} -eq 0 ]; then
    compare_tour || status=1
fi
exit $status
