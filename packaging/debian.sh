#!/usr/bin/env bash
# debian.sh ROOT VERSION DATE CONTACT: makes of what CPack installed below ROOT what Debian's policy asks
# for: compressed manual pages and changelogs, one file of copyrights, reasons for lintian.
set -euo pipefail
root=$1 version=$2 date=$3 contact=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
doc=$root/usr/share/doc/rattleback

{
    cat "$doc/LICENSE"
    if [[ -d $doc/licenses ]]; then
        for file in "$doc"/licenses/*; do
            name=${file##*/}
            printf '\n\nThe viewer contains %s:\n\n' "${name%.txt}"
            cat "$file"
        done
    fi
} >"$doc/copyright"
rm -rf "$doc/LICENSE" "$doc/licenses"

mv "$doc/CHANGELOG.md" "$doc/changelog"
cat >"$doc/changelog.Debian" <<TEXT
rattleback ($version) unstable; urgency=medium

  * The package as ./run package makes it; changelog.gz lists what is new.

 -- $contact  $(LC_ALL=C date -u -R -d "$date")
TEXT
gzip -9n "$doc"/changelog "$doc"/changelog.Debian "$root"/usr/share/man/man1/*.1
mkdir -p "$root/usr/share/lintian/overrides"
cp "$here/lintian-overrides" "$root/usr/share/lintian/overrides/rattleback"
chmod -R u=rwX,go=rX "$root/usr"
# Built at another time, the package has the same bytes.
if [[ -n ${SOURCE_DATE_EPOCH:-} ]]; then find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; fi
