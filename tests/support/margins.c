/* Records how close the comparisons of a test program came to failing, for docs/validation.md: with
   RB_TEST_MARGINS=FILE in the environment, assert_near and assert_below store the worst case of each line
   and append it to FILE when the program ends. */
#include <math.h>

#include "support.h"

enum { LINES_MAX = 4096 };

typedef struct margin {
    const char *file;
    char what[96]; /* copied: the caller's text may be gone at the end */
    int line, count;
    double actual, expected, off, allowed;
} margin;

static margin margins[LINES_MAX];
static int margin_count;

static void write_margins(void) {
    FILE *out = fopen(getenv("RB_TEST_MARGINS"), "a");
    for (int i = 0; out != NULL && i < margin_count; i++) {
        const margin *m = &margins[i];
        const char *slash = strrchr(m->file, '/');
        fprintf(out, "%s:%d\t%s\tgot %.10g\texpected %.10g\toff %.2e\tallowed %.2e\ttimes %d\n",
                slash != NULL ? slash + 1 : m->file, m->line, m->what, m->actual, m->expected, m->off,
                m->allowed, m->count);
    }
    if (out != NULL) {
        fclose(out);
    }
}

void rb_test_margin(const char *file, int line, const char *what, double actual, double expected,
                    double allowed) {
    static int wanted = -1;
    if (wanted < 0) {
        wanted = getenv("RB_TEST_MARGINS") != NULL && atexit(write_margins) == 0;
    }
    if (!wanted) {
        return;
    }
    int i = 0;
    while (i < margin_count && (margins[i].line != line || strcmp(margins[i].file, file) != 0)) {
        i++;
    }
    if (i == LINES_MAX) {
        return;
    }
    double off = fabs(actual - expected);
    margin *m = &margins[i];
    if (i == margin_count) {
        *m = (margin){.file = file, .line = line, .off = -1, .allowed = 1};
        margin_count++;
    }
    m->count++;
    if (m->off < 0 || off * m->allowed > m->off * allowed) { /* the largest off/allowed */
        snprintf(m->what, sizeof m->what, "%s", what);
        m->actual = actual;
        m->expected = expected;
        m->off = off;
        m->allowed = allowed;
    }
}
