/* Names like a misspelt one. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"

enum { longest = 32, most = 3 };

static int least(int a, int b, int c) {
    int d = a < b ? a : b;
    return d < c ? d : c;
}

/* Letters to be changed, added or taken away (Levenshtein). */
static int distance(const char *a, const char *b) {
    int n = (int)strlen(b);
    int row[longest + 1];
    if (strlen(a) > longest || n > longest) {
        return longest;
    }
    for (int j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (int i = 1; a[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int other = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(row[j] + 1, row[j - 1] + 1, other);
        }
    }
    return row[n];
}

/* A name that goes on where the given one ends is as near as one with a wrong letter. */
static int far_from(const char *name, const char *candidate) {
    size_t length = strlen(name);
    bool begins = length > 1 && strncmp(name, candidate, length) == 0;
    return begins ? 1 : distance(name, candidate);
}

void rb_nearest_names(const char *name, const char *const *names, int count, char *text,
                      size_t size) {
    int nearest = 2 + (int)strlen(name) / 3; /* farther ones would only puzzle */
    int named = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        int far = far_from(name, names[i]);
        if (far < nearest) {
            nearest = far;
            named = 0;
            used = 0;
            text[0] = '\0';
        } else if (far > nearest || named == 0 || named == most || strstr(text, names[i]) != NULL) {
            continue;
        }
        int length = snprintf(text + used, size - used, "%s%s", named > 0 ? " or " : "", names[i]);
        used += (size_t)length < size - used ? (size_t)length : 0;
        named++;
    }
}
