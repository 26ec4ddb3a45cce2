#!/usr/bin/env bash
# How much of the library the tests run: builds it with gcc's counters, runs the quick tests, prints lines by file, and fails under the
# share that is asked for (95 % of the lines in src and include). --html FILE writes gcovr's pages too.
set -uo pipefail
# shellcheck source=scripts/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

least=95
html=()
[ "${1:-}" = --html ] && html=(--html-details "${2:?--html takes a file}")

lope_install "${lope_test_packages[@]}" gcovr
lope_build coverage
find build/coverage -name '*.gcda' -delete
ctest --test-dir build/coverage -j "$(lope_jobs)" --no-tests=error -LE page >build/coverage/tests.log 2>&1 || {
    grep -E 'Failed|\*\*\*' build/coverage/tests.log
    echo "Tests failed; what they have run counts all the same."
}
gcovr --root . --filter 'src/' --filter 'include/' --object-directory build/coverage --exclude-unreachable-branches \
    --exclude-throw-branches --sort-uncovered --print-summary --fail-under-line "$least" "${html[@]}" build/coverage |
    sed -e 's/^lines: /Lines of the library that the tests run: /'
exit "${PIPESTATUS[0]}"
