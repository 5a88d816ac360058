# What Doxygen 1.9 does not understand of our files, said as it does: awk -f docs/doxygen.awk FILE.
#
# Markdown: headings get names, as every other reader of Markdown gives them, so that links within and
# between pages lead somewhere; links to what is no page of the reference become plain text. Headers: a
# comment behind `double a, b;` is meant for both, and physics.md#section names no member.

function file_of(path) {
    sub(/.*\//, "", path)
    sub(/\.md$/, "", path)
    return path
}

# "What differs from print" of physics.md: physics-what-differs-from-print.
function anchor(page, text) {
    text = tolower(text)
    gsub(/[^a-z0-9 _-]/, "", text)
    gsub(/ /, "-", text)
    return page "-" text
}

function without_files(line,    link, text) {
    while (match(line, /\[[^]]*\]\((\.\.\/)*(tests|src|assets|npm|LICENSE|(docs\/)?article(-friction)?\.md)[^)]*\)/)) {
        link = substr(line, RSTART, RLENGTH)
        text = substr(link, 2, index(link, "](") - 2)
        line = substr(line, 1, RSTART - 1) text substr(line, RSTART + RLENGTH)
    }
    return line
}

function links(line,    out, target, page, part) {
    out = ""
    while (match(line, /\]\([^)]*#[^)]*\)/)) {
        target = substr(line, RSTART + 2, RLENGTH - 3)
        part = target
        sub(/#.*/, "", part)
        page = part == "" ? file_of(FILENAME) : file_of(part)
        sub(/.*#/, "", target)
        out = out substr(line, 1, RSTART + 1) "#" anchor(page, target) ")"
        line = substr(line, RSTART + RLENGTH)
    }
    return out line
}

# "double a, b; /**< text */" as "double a; /**< text */ double b; /**< text */".
function repeat(declaration, comment,    type, names, count, i, out) {
    sub(/; *$/, "", declaration)
    match(declaration, /^ *(const |unsigned )?[a-z0-9_]+ /)
    type = substr(declaration, 1, RLENGTH)
    count = split(substr(declaration, RLENGTH + 1), names, /, */)
    for (i = 1; i <= count; i++) out = out type names[i] "; " comment
    return out
}

FILENAME ~ /\.md$/ {
    gsub(/'\\r'/, "'\\\\\\\\r'") # an escape of C, not a command
    if (match($0, /^ *```[a-z]+ /)) $0 = substr($0, 1, RLENGTH - 1) # directives of tests/lint/snippets.py
    if (/^ *```/) code = !code
    if (!code && match($0, /^##+ /)) {
        name = substr($0, RLENGTH + 1)
        print $0 " {#" anchor(file_of(FILENAME), name) "}"
    } else print code ? $0 : links(without_files($0))
    next
}

{ gsub(/\.md#/, ".md\\#") }

# The whole comment is needed; the lines it took are printed after it, to keep their numbers.
/^ +[a-z][a-z0-9_ ]* \**[A-Za-z0-9_\[\]]+,[^;(]*; *\/\*\*</ {
    text = $0
    lines = ""
    while (text !~ /\*\// && (getline more) > 0) {
        sub(/^ +/, " ", more)
        text = text more
        lines = lines "\n"
    }
    at = index(text, "/**<")
    print repeat(substr(text, 1, at - 1), substr(text, at)) lines
    next
}

{ print }
