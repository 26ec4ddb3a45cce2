#!/usr/bin/env bash
# How much of the library the tests run: builds it with gcc's counters, runs the tests, prints lines by file, and fails under the share
# that is asked for: 95 % of the lines in src and include. Left out are the tests that open a browser or build other projects, and, unless
# --whole asks for them, the grids and wanderers that go the same lines a million times over, which with counters takes long.
# --html FILE writes gcovr's pages too; further arguments are ctest's, e.g. -R record to see what one room's tests run.
# Read next: scripts/coverage_table.py.
set -uo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

least=95
build=build/coverage
html=()
left_out='page|consumer|exact|levels|soup|adapters'
while true; do
    case "${1:-}" in
    --whole) left_out='page|consumer' ;;
    --html)
        page="${2:?--html takes a file}"
        [[ "$page" == /* ]] || page="$lope_caller/$page"
        mkdir -p "$(dirname "$page")" || exit 1
        html=(--html-details "$page")
        shift
        ;;
    *) break ;;
    esac
    shift
done

# ctest's lines as they come; in a terminal one line that changes, and failures stay.
show_progress() {
    local line
    while IFS= read -r line; do
        [[ "$line" =~ ^\ *([0-9]+/[0-9]+)\ Test\ +\#[0-9]+:\ ([^ ]+)[\ .]*(.*)$ ]] || continue
        line="$(printf '%9s  %-28s %s' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}")"
        if [ ! -t 1 ]; then
            echo "$line"
        elif [[ "$line" == *Passed* ]]; then
            printf '\r\033[K%s' "$line"
        else
            printf '\r\033[K%s\n' "$line"
        fi
    done
    [ ! -t 1 ] || printf '\r\033[K'
}

lope_install "${lope_test_packages[@]}" gcovr
lope_build coverage
find "$build" -name '*.gcda' -delete
echo "Running the tests, which takes minutes with counters: $build/tests.log"
ctest --test-dir "$build" -j "$(lope_jobs)" --no-tests=error -LE "^($left_out)\$" "$@" 2>&1 | tee "$build/tests.log" | show_progress
[ "${PIPESTATUS[0]}" -eq 0 ] || echo "Not all tests passed; what they have run counts all the same."
# Counters of several threads may miss a run now and then, and a branch's then come out below zero: no line is run or not for that.
lope_quietly gcovr --root . --gcov-ignore-parse-errors --filter 'src/' --filter 'include/' --object-directory "$build" -j "$(lope_jobs)" \
    --json "$build/coverage.json" "${html[@]}" "$build" || exit 1
exec python3 scripts/coverage_table.py "$build/coverage.json" "$least"
