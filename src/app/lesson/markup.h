/* Markup of lesson texts: *emphasis*, and {words} that the glossary explains; {shown|word} shows another text
   than the glossary word. An empty line starts a new paragraph. */
#ifndef RB_APP_LESSON_MARKUP_H
#define RB_APP_LESSON_MARKUP_H

#include <rattleback/status.h>
#include <stdbool.h>

/* A piece of text with its properties. */
typedef struct rb_piece {
    const char *text; /* not zero-terminated */
    size_t length;
    bool strong;
    const char *term; /* its glossary word; NULL: none */
    size_t term_length;
} rb_piece;

/* Takes the next piece from *rest, which then points behind it; false at the end. The caller keeps *strong
   between pieces; it starts as false. */
bool rb_markup_next(const char **rest, bool *strong, rb_piece *piece);

/* Removes the markup. */
void rb_markup_plain(const char *text, char *plain, size_t size);

/* Checks that markup is closed and that `known` (if not NULL) knows every {word}. */
rb_status rb_markup_check(const char *text, bool (*known)(const char *term), rb_error *err);

#endif
