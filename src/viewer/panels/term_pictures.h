/* Small drawings beside words of the glossary that a sentence alone does not make plain. */
#ifndef RB_VIEWER_PANELS_TERM_PICTURES_H
#define RB_VIEWER_PANELS_TERM_PICTURES_H

#include <stdbool.h>

/* Draws the picture of a word below what stands there, with what it shows in a line under it; false where
   it has none. */
bool rb_term_picture(const char *word);
/* Has the word one? */
bool rb_term_has_picture(const char *word);

#endif
