/* Every word and symbol that the window uses, explained: words of our own (glossary_words.inc), and
   behind them what the tables of the program have: parameters, signals, outcomes, laws, bodies and
   what a run can be compared with. Whoever adds a row to one of those has it here. */
#ifndef RB_APP_LESSON_GLOSSARY_H
#define RB_APP_LESSON_GLOSSARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rb_term {
    const char *word;   /* "drilling torque" */
    const char *symbol; /* "M_n"; "" */
    const char *code;   /* as files and actions write it: "mu"; "" */
    const char *unit;   /* SI; "" */
    const char *group;  /* "Words", "Outcomes" ... */
    const char *text;   /* one to three sentences */
    const char *source; /* paper and equation; "" */
    const char *also;   /* other words for it, separated by |; "" */
    const char *show;   /* what the world shows of it (show ITEM), which has its colour; "" */
    const char *line;   /* actions that show it live; "" */
} rb_term;

int rb_glossary_count(void);
const rb_term *rb_glossary_at(int index);
/* By word, symbol, code or another word for it, whatever its capitals; -1: none. */
int rb_glossary_find(const char *word);
bool rb_glossary_knows(const char *word);
/* Do all words of the search stand somewhere in the term? "" is found everywhere. */
bool rb_glossary_matches(const rb_term *term, const char *search);

/* One or two words for a parameter, where its code name would say nothing: "friction" for mu. The code
   name where it has none. */
const char *rb_glossary_label(const char *section, const char *name);

#endif
