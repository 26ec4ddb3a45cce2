#!/usr/bin/env bash
# Makes the page that plays, build/play/play.html: the client of viewer/play as wasm, and its script, style and font, in
# one file. Takes clang with wasi-libc, node and npm; installs what is missing. Prints the file's name.
set -uo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

out=build/play
compiler=clang

# scripts/golden/load_splat.c says why clang's vectorisers are left out.
flags=(--target=wasm32-wasi -std=c17 -O3 -msimd128 -fno-vectorize -fno-slp-vectorize -ffp-contract=off -fno-math-errno -Iinclude -Isrc -I. "-I$out")

# The sources of the client: the library, the scenario's reader without mesh files, sockets and paths, and the page's own.
sources() {
    printf '%s\n' src/*/*.c src/*/*/*.c scene/mesh_data.c scene/mesh_units.c scene/mesh_file.c viewer/play/*.c
    printf '%s\n' scene/*.c | grep -vE '^scene/(mesh|mesh_[a-z0-9]*|gltf_[a-z]*|inflate|zip_entry|navigation|read_file|join|serve|serve_[a-z]*)\.c$'
}

# Objects that are newer than their source and every header are kept.
compile_client() {
    local one object newest status=0 running=0
    mkdir -p "$out/objects" "$out/cjson"
    cp "$(pkg-config --variable=includedir libcjson)/cjson/cJSON.h" "$out/cjson/" || return 1
    newest="$(find include src scene viewer/play scripts/play_page.sh -name '*.h' -printf '%T@ %p\n' | sort -n | tail -n 1)"
    newest="${newest#* }"
    while IFS= read -r one; do
        object="$out/objects/${one//\//_}.o"
        [ -f "$object" ] && [ "$object" -nt "$one" ] && [ "$object" -nt "$newest" ] && continue
        if [ "$running" -ge "$(lope_jobs)" ]; then
            wait -n || status=1
            running=$((running - 1))
        fi
        "$compiler" "${flags[@]}" -c "$one" -o "$object" &
        running=$((running + 1))
    done < <(sources)
    while [ "$running" -gt 0 ]; do
        wait -n || status=1
        running=$((running - 1))
    done
    [ "$status" -eq 0 ] || return 1
    local objects # of today's sources: the folder may hold those of sources that are gone
    mapfile -t objects < <(sources | sed "s|/|_|g; s|^|$out/objects/|; s|\$|.o|")
    # on its own: with -O and binaryen about, clang would run wasm-opt
    "$compiler" --target=wasm32-wasi -mexec-model=reactor -Wl,-z,stack-size=1048576 -Wl,--strip-all "${objects[@]}" -lm \
        -o "$out/client.wasm"
}

bundle() {
    mkdir -p "$out/page"
    cp viewer/package.json viewer/package-lock.json "$out/page/"
    if ! cmp -s viewer/package-lock.json "$out/page/node_modules/.lope-lock"; then
        (cd "$out/page" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) || return 1
        cp viewer/package-lock.json "$out/page/node_modules/.lope-lock"
    fi
    rm -rf "$out/page/src" "$out/page/play"
    cp -r viewer/src viewer/play "$out/page/"
    cp viewer/play/build.mjs "$out/page/build_play.mjs"
    (cd "$out/page" && node build_play.mjs ../client.wasm ../play.html)
}

{
    lope_install clang lld wasi-libc libclang-rt-14-dev-wasm32 libcjson-dev pkg-config nodejs npm
    rm -f "$out/play.html"
    compile_client && bundle || exit 1
} >&2
echo "$out/play.html"
