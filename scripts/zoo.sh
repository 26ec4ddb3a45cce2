#!/usr/bin/env bash
# Plays every scenario of levels/zoo (a feature each), one line each, and then the tests that say with numbers what they must show.
# With a NAME: plays that one alone, with its table and a replay page. Read next: levels/zoo, tests/zoo.
set -uo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

lope=build/release/bin/lope

play_one() {
    local file="levels/zoo/$1.json"
    if [ ! -f "$file" ]; then
        echo "There is no scenario $file. These there are: $(cd levels/zoo && ls ./*.json | sed 's|^./||; s|\.json$||' | tr '\n' ' ')" >&2
        exit 2
    fi
    mkdir -p build/zoo
    "$lope" run "$file" --trace "build/zoo/$1.csv" --events "build/zoo/$1.ndjson" || exit $?
    "$lope" run "$file" --replay "build/zoo/$1.html" --quiet >/dev/null && echo "In 3D: build/zoo/$1.html"
    exit 0
}

# "name  what it shows  hash", cut to the terminal's width where there is one.
play_all() {
    local file name about hash failed=0 count=0
    for file in levels/zoo/*.json; do
        name="$(basename "$file" .json)"
        about="$(sed -n 's/^ *"about": *"\(.*\)",\{0,1\}$/\1/p' "$file" | head -n 1)"
        count=$((count + 1))
        if hash="$("$lope" run "$file" --quiet 2>build/zoo.err)"; then
            printf '%-24s %s  %s\n' "$name" "${hash##*hash }" "$about"
        else
            printf '%-24s FAILED  %s\n' "$name" "$(cat build/zoo.err)"
            failed=1
        fi
    done
    rm -f build/zoo.err
    echo "$count scenarios."
    return $failed
}

lope_install "${lope_test_packages[@]}"
lope_install_or_go_on "the replay page" "${lope_page_packages[@]}"
lope_build release
[ $# -eq 0 ] || play_one "$1"
failed=0
play_all || failed=1
echo
ctest --test-dir build/release -L zoo -j "$(lope_jobs)" --output-on-failure --no-tests=error || failed=1
exit $failed
