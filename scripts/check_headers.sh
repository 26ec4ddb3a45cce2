#!/usr/bin/env bash
# Each public header alone, twice in a row, after the macros of Windows' headers: C17 and C++17, with every compiler of
# the list that is installed. A compiler of the list that is not there is a fault, unless --some is given.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

some=no
[ "${1:-}" = --some ] && some=yes
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Werror -ffp-contract=off -fsyntax-only -Iinclude)

# Prints faults, and in the last line the number of checks and of faults.
check() { # COMPILER LANGUAGE STANDARD
    local compiler="$1" language="$2" standard="$3" header macros checks=0 faults=0
    if ! command -v "$compiler" >/dev/null 2>&1; then
        echo "headers: no $compiler here"
        [ "$some" = no ] && faults=1
        echo "0 $faults"
        return
    fi
    for header in include/lope/*.h; do
        header="${header#include/}"
        for macros in '' $'#define near\n#define far\n'; do
            checks=$((checks + 1))
            if ! printf '%s#include <%s>\n#include <%s>\n' "$macros" "$header" "$header" |
                "$compiler" -x "$language" "-std=$standard" "${warnings[@]}" - 2>&1; then
                echo "headers: <$header> fails with $compiler in $standard${macros:+ after #define near and far}"
                faults=$((faults + 1))
            fi
        done
    done
    echo "$checks $faults"
}

# The compilers run side by side, each into a file.
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for compiler in gcc clang x86_64-w64-mingw32-gcc-posix; do check "$compiler" c c17 >"$work/$compiler" & done
for compiler in g++ clang++ x86_64-w64-mingw32-g++-posix; do check "$compiler" c++ c++17 >"$work/$compiler" & done
wait
head -q -n -1 "$work"/*
read -r checks faults <<<"$(tail -q -n 1 "$work"/* | awk '{c += $1; f += $2} END {print c, f}')"
echo "headers: $checks checks, $faults faults"
[ "$faults" -eq 0 ]
