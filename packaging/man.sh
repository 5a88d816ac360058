#!/usr/bin/env bash
# A manual page from a template: man.sh TEMPLATE VERSION DATE RBSIM [VIEWER]. Lines of the template that
# begin with '!' name a command whose output takes their place as a list, so that the page is made from
# the same tables as the programs' own help.
set -euo pipefail
template=$1 version=$2 date=$3 rbsim=$4 viewer=${5:-}

# Entries begin in column 3 (or 1, in a list without headings); what they mean stands after two blanks
# or below, indented by six or more. Lines in column 1 that end in ':' are headings, in groups all are.
as_list() { # KIND: help, list or groups
    awk -v kind="$1" '
        function plain(text) {
            gsub(/\\/, "\\e", text)
            gsub(/-/, "\\-", text)
            gsub(/^[.'"'"']/, "\\\\\\&&", text)
            return text
        }
        function term(text,    out, word) { # options and names bold, what is to be replaced in italics
            out = ""
            while (match(text, /--?[a-z][a-z-]*|[A-Z][A-Za-z]*|[a-z][a-z0-9-]*/)) {
                word = substr(text, RSTART, RLENGTH)
                out = out plain(substr(text, 1, RSTART - 1)) \
                    (word ~ /^[A-Z]/ ? "\\fI" : "\\fB") plain(word) "\\fR"
                text = substr(text, RSTART + RLENGTH)
            }
            out = out plain(text)
            gsub(/\|/, "|\\:", out) # a line may be broken between alternatives
            return out
        }
        function flush() {
            if (entry != "") printf ".TP\n%s\n", term(entry)
            if (meaning != "") print plain(meaning)
            entry = meaning = ""
        }
        function begin(text) {
            flush()
            if (match(text, /   */)) {
                entry = substr(text, 1, RSTART - 1)
                meaning = substr(text, RSTART + RLENGTH)
            } else entry = text
        }
        kind == "list" && /^[^ ]/ { begin($0); next }
        kind == "help" && (NR == 1 || /^  (rattleback|rbsim) /) { next } # the synopsis is in the template
        /^  [^ ]/ { begin(substr($0, 3)); next }
        /^      / {
            match($0, /^ */)
            text = substr($0, RLENGTH + 1)
            if (meaning == "" && RLENGTH > 6) entry = entry " " text
            else meaning = meaning (meaning == "" ? "" : " ") text
            next
        }
        kind == "groups" && /^[^ ]/ { flush(); printf ".SS %s\n", plain($0); next }
        /:$/ { flush(); printf ".SS %s\n", plain(substr($0, 1, length($0) - 1)); next }
        /[^ ]/ { flush(); printf ".PP\n%s\n", plain($0) }
        END { flush() }'
}

while IFS= read -r line; do
    case $line in
    '!rbsim help all') "$rbsim" help all | as_list help ;;
    '!rbsim '*) "$rbsim" "${line#!rbsim }" | as_list list ;;
    '!rattleback --actions') "$viewer" --actions | as_list groups ;;
    '!rattleback --help') "$viewer" --help | as_list help ;;
    '!'*) echo "$template: unknown command in \"$line\"" >&2 && exit 1 ;;
    *) sed "s/@VERSION@/$version/; s/@DATE@/$date/" <<<"$line" ;;
    esac
done <"$template"
