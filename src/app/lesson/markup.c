#include "app/lesson/markup.h"

#include <stdio.h>
#include <string.h>

bool rb_markup_next(const char **rest, bool *strong, rb_piece *piece) {
    const char *at = *rest;
    while (*at == '*') {
        *strong = !*strong;
        at++;
    }
    if (*at == '\0') {
        return false;
    }
    *piece = (rb_piece){.text = at, .strong = *strong};
    if (*at != '{') {
        piece->length = strcspn(at, "*{");
        *rest = at + piece->length;
        return true;
    }
    size_t inner = strcspn(at + 1, "}");
    size_t shown = strcspn(at + 1, "|}");
    piece->text = at + 1;
    piece->length = shown;
    piece->term = shown < inner ? at + 2 + shown : at + 1;
    piece->term_length = shown < inner ? inner - shown - 1 : inner;
    *rest = at + 1 + inner + (at[1 + inner] == '}');
    return true;
}

void rb_markup_plain(const char *text, char *plain, size_t size) {
    bool strong = false;
    rb_piece piece;
    size_t used = 0;
    plain[0] = '\0';
    while (rb_markup_next(&text, &strong, &piece) && used < size) {
        used += (size_t)snprintf(plain + used, size - used, "%.*s", (int)piece.length, piece.text);
    }
}

static rb_status check_signs(const char *text, rb_error *err) {
    const char *strong = NULL;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '*') {
            strong = strong == NULL ? at : NULL;
        } else if (*at == '}') {
            return rb_fail(err, RB_ERR_INPUT, "expected a { before it, got \"%.20s\"", at);
        } else if (*at == '{') {
            size_t length = strcspn(at + 1, "{*}");
            if (at[1 + length] != '}' || length == 0 || at[1] == '|') {
                return rb_fail(err, RB_ERR_INPUT, "expected {a word} of the glossary, got \"%.20s\"", at);
            }
            at += 1 + length;
        }
    }
    return strong == NULL ? RB_OK : rb_fail(err, RB_ERR_INPUT, "expected a second * after \"%.20s\"", strong);
}

rb_status rb_markup_check(const char *text, bool (*known)(const char *term), rb_error *err) {
    rb_status status = check_signs(text, err);
    bool strong = false;
    rb_piece piece;
    while (status == RB_OK && known != NULL && rb_markup_next(&text, &strong, &piece)) {
        char term[96];
        if (piece.term == NULL) {
            continue;
        }
        snprintf(term, sizeof term, "%.*s", (int)piece.term_length, piece.term);
        if (piece.term_length >= sizeof term || !known(term)) {
            status = rb_fail(err, RB_ERR_INPUT, "expected {a word} of the glossary, got \"{%.60s}\"", term);
        }
    }
    return status;
}
