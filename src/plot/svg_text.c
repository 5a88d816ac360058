#include "plot/svg_text.h"

#include <rattleback/status.h>
#include <string.h>

void rb_svg_text(FILE *out, const char *text) {
    static const char special[] = "&<>\"'";
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    while (*text != '\0') {
        const char *found = strchr(special, *text);
        size_t length = rb_printable(text);
        if (found != NULL) {
            fputs(names[found - special], out);
        } else if (length == 0) {
            fputs("\xef\xbf\xbd", out); /* U+FFFD */
        } else {
            fwrite(text, 1, length, out);
        }
        text += length > 0 ? length : 1;
    }
}
