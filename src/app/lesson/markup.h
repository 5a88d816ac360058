/* Texts of lessons: plain words, *emphasis*, and {words} that the glossary explains; {its spin|spin}
   shows other words than the glossary has. An empty line begins a paragraph. */
#ifndef RB_APP_LESSON_MARKUP_H
#define RB_APP_LESSON_MARKUP_H

#include <rattleback/status.h>
#include <stdbool.h>

/* A piece of a text: what is shown, and what it is. */
typedef struct rb_piece {
    const char *text; /* not ended */
    size_t length;
    bool strong;
    const char *term; /* what the glossary calls it; NULL: nothing */
    size_t term_length;
} rb_piece;

/* Takes the next piece from *rest, which moves behind it. False at the end. strong is kept by the
   caller between pieces and begins false. */
bool rb_markup_next(const char **rest, bool *strong, rb_piece *piece);

/* Without the signs. */
void rb_markup_plain(const char *text, char *plain, size_t size);

/* Are signs closed, and does known (if given) know every {word}? */
rb_status rb_markup_check(const char *text, bool (*known)(const char *term), rb_error *err);

#endif
