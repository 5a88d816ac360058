#!/usr/bin/env bash
# Rules about the repository that no compiler checks. Every finding is printed as FILE:LINE: text.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly rooms=(base math contact bodies sim analysis cli viewer)
readonly max_lines=600
findings=0

# The files of the repository: what git knows, or everything that was not built when it is no clone.
files() {
    git ls-files --cached --others --exclude-standard 2>/dev/null ||
        find . -type f -not -path './build/*' -not -path './.git/*' -printf '%P\n'
}

# The last stage of a pipe runs in a subshell unless lastpipe is set, and would count for nobody.
shopt -s lastpipe

sources() { files | grep -E "$1" || true; } # PATTERN

report() { # RULE, findings on stdin
    local found
    found=$(cat)
    if [[ -n $found ]]; then
        printf '%s:\n%s\n' "$1" "$found"
        findings=$((findings + $(wc -l <<<"$found")))
    fi
}

search() { # PATTERN, files on stdin
    { xargs -d '\n' grep -nIE -- "$1" /dev/null || true; }
}

# The brackets keep this file from finding itself.
check_unfinished() {
    files | search '\b(T[O]DO|F[I]XME|X[X]X)\b' | report 'left unfinished'
}

check_hosts() {
    local hosts='\b(deb|ftp|security|archive|mirrors?|registry|pypi|crates|snapshot)\.[a-z0-9-]+\.(org|net|com|io)\b'
    files | search "$hosts" | report 'a package server is named'
    if command -v apt-get >/dev/null; then
        # The mirror of this very machine, whatever its name.
        hosts=$(apt-get indextargets --format '$(SITE)' 2>/dev/null | sed 's#^[a-z]*://##; s#/.*##' |
            sort -u | grep -F . | sed 's/\./[.]/g' | paste -sd '|' || true)
        if [[ -n $hosts ]]; then
            files | search "$hosts" | report "this machine's package server is named"
        fi
    fi
}

check_paths() {
    files | search '(^|[^[:alnum:]_.$}/])/([w]ork|[r]oot|[h]ome)/' | report "a path of one machine"
}

check_sizes() {
    sources '^src/' | xargs -d '\n' -r wc -l |
        awk -v max=$max_lines '$2 != "total" && $1 > max { print $2 ":" $1 ": more than " max " lines" }' |
        report 'too long'
}

check_graphics() {
    sources '^(include|src/[^v][^/]*)/.*\.[ch]$' |
        search '#include *[<"](raylib|raymath|rlgl|rcamera|cimgui|cimplot|cglm/|GL/|GLES|GLFW/)' |
        report 'graphics in the physics library'
}

# tests/lint/headers.sh compares with what is really exported; this says it at once, by line.
check_exports() {
    sources '^include/rattleback/.*\.h$' |
        search '^(const |struct )?[a-z_0-9]+ \**rb_[a-z0-9_]+\(' |
        report 'a public function without RB_API'
    sources '^include/rattleback/.*\.h$' | grep -v '/rattleback\.h$' |
        xargs -d '\n' -r grep -L '^RB_BEGIN_DECLS$' |
        report 'a public header without RB_BEGIN_DECLS and RB_END_DECLS (see base.h)'
}

# What stands once, and where code may stand in headers.
check_once() {
    sources '^(include|src|tests)/.*\.[ch]$' | grep -v '^src/math/pi\.h$' |
        search '3\.14159|6\.28318|1\.570796' | report 'pi is in math/pi.h'
    sources '^src/.*\.h$' | grep -vE '(_inline|^src/base/inline)\.h$' |
        search '^RB_INLINE' | report 'a header with code ends in _inline.h'
}

# Each room may use itself and the rooms before it; cli and viewer stand side by side at the end.
check_rooms() {
    local i later
    for ((i = 0; i < ${#rooms[@]}; i++)); do
        later=("${rooms[@]:i+1}")
        if [[ ${rooms[i]} == viewer ]]; then later=(cli); fi
        sources "^src/${rooms[i]}/.*\.[ch]$" |
            search "#include \"($(
                IFS='|'
                echo "${later[*]}"
            ))/" | report "src/${rooms[i]} uses a later room"
    done
}

check_unfinished
check_hosts
check_paths
check_sizes
check_graphics
check_exports
check_once
check_rooms
if ((findings)); then
    echo "$findings finding(s)"
    exit 1
fi
