/* The glossary: every term and symbol of the window, explained. First the terms of glossary_words.inc, then
   the rows of the program's tables: parameters, signals, outcomes, laws, bodies and variants. New rows of
   those tables appear here automatically. */
#ifndef RB_APP_LESSON_GLOSSARY_H
#define RB_APP_LESSON_GLOSSARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rb_term {
    const char *word;   /* "drilling torque" */
    const char *symbol; /* "M_n"; "" */
    const char *code;   /* name in files and actions: "mu"; "" */
    const char *unit;   /* SI; "" */
    const char *group;  /* "Words", "Outcomes" ... */
    const char *text;   /* one to three sentences */
    const char *source; /* paper and equation; "" */
    const char *also;   /* other words for it, separated by |; "" */
    const char *show;   /* the item of "show ITEM" that draws it, in its colour; "" */
    const char *line;   /* actions that show it live; "" */
} rb_term;

int rb_glossary_count(void);
const rb_term *rb_glossary_at(int index);
/* Finds a term by word, symbol, code name or synonym, ignoring case; -1 if there is none. */
int rb_glossary_find(const char *word);
bool rb_glossary_knows(const char *word);
/* True if all words of the search occur in the term. "" matches every term. */
bool rb_glossary_matches(const rb_term *term, const char *search);

/* One or two words for a parameter: "friction" for mu. The code name if it has no label. */
const char *rb_glossary_label(const char *section, const char *name);

#endif
