# shellcheck shell=bash
# Source it. lope_unite_sources FOLDER [SRC]: writes into FOLDER one source for each folder of SRC (src), which includes that folder's
# sources, and prints what there is to compile: these, and the sources that stand alone, as cmake/targets.cmake has it. A file is only
# written when it changes.
lope_unite_sources() {
    local folder="$1" root="${2:-src}" room united text source
    mkdir -p "$folder"
    while read -r room; do
        united="$folder/${room//\//_}.c"
        text=""
        while read -r source; do
            case "$source" in
            */ability/* | */base/memory.c | */world/threads.c) echo "$source" ;;
            *) text+="#include \"$PWD/$source\""$'\n' ;;
            esac
        done < <(find "$room" -maxdepth 1 -name '*.c' | LC_ALL=C sort)
        [ -z "$text" ] && continue
        [ -f "$united" ] && [ "$(cat "$united")" = "${text%$'\n'}" ] || printf '%s' "$text" >"$united"
        echo "$united"
    done < <(find "$root" -name '*.c' -printf '%h\n' | LC_ALL=C sort -u)
}
