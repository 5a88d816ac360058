/* Everything one can do has a name and is written as a line of text. Keys, menus, --press, tests,
   lessons and links all use this one grammar; nothing here knows a window.

       lines    line; line           a new line separates as well, and so does a comma that follows
                                     a bare name: csv,plot-csv
       line     name word ...        law k11-p2
       word     characters without white space and ;, or any characters between '...' or "...":
                                     start 'Only a tap'

   Quotes may stand within a word (set name='a b'); what is quoted is taken as it is, so that a text
   with one kind of quotes goes between the other kind. What an action expects stands in its usage:

       LAW                           a word that must be given; capitals stand for a value
       [SECONDS]                     one that may be left out
       next|previous|LAW             one of these words
       NAME=VALUE ...                one or more
*/
#ifndef RB_APP_ACTIONS_GRAMMAR_H
#define RB_APP_ACTIONS_GRAMMAR_H

#include <rattleback/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define RB_LINE_MAX 1200 /* a path and a few words */
#define RB_ARGS_MAX 16

/* One thing that can be done. */
typedef struct rb_action {
    const char *id;
    const char *group; /* heading in menu, help and documentation */
    const char *usage; /* what is expected after it, "" for nothing */
    const char *help;  /* one line for people */
} rb_action;

typedef enum rb_key_mods { RB_KEY_CTRL = 1, RB_KEY_SHIFT = 2, RB_KEY_ALT = 4 } rb_key_mods;

/* A line that has a name of its own, and in the window a key. */
typedef struct rb_shortcut {
    const char *id;
    const char *line;
    const char *name; /* in the menu and on the page of keys */
    const char *key;  /* "F1", "PageDown" */
    unsigned mods;    /* rb_key_mods */
    bool repeats;     /* while the key is held */
} rb_shortcut;

/* A second key of a shortcut, for where somebody else keeps the first. */
typedef struct rb_spare_key {
    const char *id; /* of the shortcut */
    const char *key;
    unsigned mods;
} rb_spare_key;

/* The words behind the name. */
typedef struct rb_args {
    int action; /* its index */
    int count;
    int choice[RB_ARGS_MAX]; /* which of the words the usage offers, from 0 */
    int at[RB_ARGS_MAX];     /* where the word begins in text */
    char text[RB_LINE_MAX];
} rb_args;

/* ---- the tables (table.inc, shortcuts.inc) */
int rb_action_count(void);
const rb_action *rb_action_at(int index);
int rb_action_find(const char *id); /* -1: none */
int rb_shortcut_count(void);
const rb_shortcut *rb_shortcut_at(int index);
int rb_shortcut_find(const char *id);
const char *rb_shortcut_group(int index);
int rb_spare_key_count(void); /* spare_keys.inc */
const rb_spare_key *rb_spare_key_at(int index);
/* From now on second keys are told in the place of first ones: somebody keeps those. */
void rb_spare_keys_show(bool shown);
/* "Ctrl+Shift+Z" */
void rb_shortcut_key(int index, char *text, size_t size);
/* "Play or pause (Space)", for tooltips. */
const char *rb_shortcut_tip(const char *id, char *text, size_t size);

/* ---- lines */
/* Takes the next line from *rest, which moves behind it; empty ones are passed over. False at the
   end. A line that is too long is cut, and refused by rb_action_parse. */
bool rb_action_next(const char **rest, char line[RB_LINE_MAX]);
/* Finds the action (or the shortcut) and fits the words to its usage. */
rb_status rb_action_parse(const char *line, rb_args *args, rb_error *err);
/* The text as one word of a line, in quotes, whatever stands in it. */
void rb_action_quote(const char *text, char *word, size_t size);
/* All of the lines, without running any. */
rb_status rb_actions_check(const char *lines, rb_error *err);

/* ---- for people: all actions with their usage, help and keys, as text or as a table of Markdown */
void rb_actions_list(FILE *out, bool table);

/* ---- words */
const char *rb_arg(const rb_args *args, int index); /* "" behind the last */
/* From this word on, with a blank between them. */
void rb_arg_rest(const rb_args *args, int index, char *text, size_t size);
/* Of an [on|off] at this place: what it asks for; left out, the opposite of now. */
bool rb_arg_switch(const rb_args *args, int index, bool now);
rb_status rb_arg_number(const rb_args *args, int index, double min, double max, double *out,
                        rb_error *err);
rb_status rb_arg_whole(const rb_args *args, int index, int min, int max, int *out, rb_error *err);
/* "ID: expected WHAT, got "WORD"". */
rb_status rb_arg_refuse(const rb_args *args, int index, const char *expected, rb_error *err);

/* The names nearest to a misspelt one, for a message: "compare or camera"; "" if none is near. */
void rb_nearest_names(const char *name, const char *const *names, int count, char *text,
                      size_t size);

#endif
