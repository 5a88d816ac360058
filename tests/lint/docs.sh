#!/usr/bin/env bash
# What the documents say of the repository is there: tests, files, links, sections. Every finding is
# printed as FILE: text.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
shopt -s nullglob globstar

readonly documents=(*.md docs/*.md tests/golden/*.md)
findings=0

finding() { # FILE TEXT
    echo "$1: $2"
    findings=$((findings + 1))
}

# `test_file: one, two` names functions that cmocka runs from tests/**/test_file.c.
check_tests() {
    local document citation program name sources
    for document in "${documents[@]}"; do
        while IFS= read -r citation; do
            program=${citation%%:*}
            sources=(tests/**/"$program".c)
            if ((${#sources[@]} == 0)); then
                finding "$document" "there is no tests/$program.c"
                continue
            fi
            for name in ${citation#*:}; do
                name=${name%,}
                grep -qE "(cmocka_unit_test[a-z_]*|TEST)\\($name[,)]" "${sources[@]}" ||
                    finding "$document" "$program.c has no test $name"
            done
        done < <(tr '\n' ' ' <"$document" | grep -oE '`test_[a-z0-9_]+: [^`]+`' | tr -d '`')
    done
}

# A path in backquotes exists, as written or under src/. Words in capitals are placeholders.
check_paths() {
    local document path
    for document in "${documents[@]}"; do
        while IFS= read -r path; do
            [[ $path =~ [A-Z]{2} || -e $path || -e src/$path || -e src/viewer/$path ||
                -e $(dirname "$document")/$path ]] || finding "$document" "there is no $path"
        done < <(grep -oE '`[A-Za-z0-9_./-]+/[A-Za-z0-9_.-]+\.(c|h|sh|md|py|csv|json|txt|svg)`' "$document" | tr -d '`')
    done
}

# The anchor of a heading.
sections() { # FILE
    sed -nE '/^```/,/^```/!s/^#+ +//p' "$1" | tr '[:upper:]' '[:lower:]' |
        sed -E "s/[^[:alnum:] _-]//g; s/ /-/g"
}

has_section() { # FILE SECTION
    sections "$1" | grep -qxF -- "$2"
}

check_links() {
    local document target file
    for document in "${documents[@]}"; do
        while IFS= read -r target; do
            [[ $target == *://* ]] && continue
            file=${target%%#*}
            file=${file:+$(dirname "$document")/$file}
            file=${file:-$document}
            if [[ ! -e $file ]]; then
                finding "$document" "link to $target, which is not there"
            elif [[ $target == *#* ]] && ! has_section "$file" "${target#*#}"; then
                finding "$document" "link to $target: $file has no such section"
            fi
        done < <(grep -oE '\]\([^)]+\)' "$document" | sed -E 's/^\]\(//; s/\)$//')
    done
}

# Sources cite the physics by section, and no file outside of the repository.
check_citations() {
    local file line
    while IFS=: read -r file line; do
        has_section docs/physics.md "${line#*#}" || finding "$file" "cites $line, which is no section"
    done < <(grep -rnoE 'docs/physics\.md#[a-z0-9-]+' src include tests tools --include='*.[ch]' \
        --include='*.sh' --include='*.py' | sed -E 's/^([^:]*):[0-9]+:/\1:/')
    while IFS=: read -r file line; do
        finding "$file" "cites $line without the section"
    done < <(grep -rnE 'physics\.md([^#]|$)' src include tests tools --include='*.[ch]' |
        sed -E 's/:[0-9]+:.*/:physics.md/')
}

check_golden() {
    local file
    for file in tests/golden/*; do
        file=${file##*/}
        [[ $file == README.md ]] || grep -qF "\`$file\`" tests/golden/README.md ||
            finding tests/golden/README.md "does not say where $file comes from"
    done
    while IFS= read -r file; do
        [[ -e tests/golden/$file ]] || finding tests/golden/README.md "there is no $file"
    done < <(grep -oE '^\| `[^`]+\.csv`' tests/golden/README.md | tr -d '|` ')
}

check_tests
check_paths
check_links
check_citations
check_golden
if ((findings)); then
    echo "$findings finding(s)"
    exit 1
fi
