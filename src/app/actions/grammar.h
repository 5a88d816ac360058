/* Actions: every command of the program has a name and is written as a line of text. Keys, menus, --press,
   tests, lessons and links use this grammar. It does not depend on a window.

       lines    line; line           lines are also separated by a new line, and by a comma that follows
                                     a name without words: csv,plot-csv
       line     name word ...        law k11-p2
       word     characters without white space and ;, or any characters in '...' or "...":
                                     start 'Only a tap'

   Quotes may be within a word (set name='a b'). Quoted text is taken literally, so a text that contains one
   kind of quotes is put in the other kind. The usage of an action says what it expects:

       LAW                           a required word; capitals mean a value
       [SECONDS]                     an optional word
       next|previous|LAW             one of these words
       NAME=VALUE ...                one or more */
#ifndef RB_APP_ACTIONS_GRAMMAR_H
#define RB_APP_ACTIONS_GRAMMAR_H

#include <rattleback/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define RB_LINE_MAX 1200 /* room for a path and a few words */
#define RB_ARGS_MAX 16

/* An action. */
typedef struct rb_action {
    const char *id;
    const char *group; /* heading in menu, help and documentation */
    const char *usage; /* the words it expects, "" for none */
    const char *help;  /* one line of help */
} rb_action;

typedef enum rb_key_mods { RB_KEY_CTRL = 1, RB_KEY_SHIFT = 2, RB_KEY_ALT = 4 } rb_key_mods;

/* A line with a name of its own and a key. */
typedef struct rb_shortcut {
    const char *id;
    const char *line;
    const char *name; /* shown in the menu and in the list of keys */
    const char *key;  /* "F1", "PageDown" */
    unsigned mods;    /* rb_key_mods */
    bool repeats;     /* repeats while the key is pressed */
} rb_shortcut;

/* A second key of a shortcut, for browsers that reserve the first. */
typedef struct rb_spare_key {
    const char *id; /* of the shortcut */
    const char *key;
    unsigned mods;
} rb_spare_key;

/* The words after the name. */
typedef struct rb_args {
    int action; /* index of the action */
    int count;
    int choice[RB_ARGS_MAX]; /* which of the alternatives of the usage it is, from 0 */
    int at[RB_ARGS_MAX];     /* where the word starts in text */
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
/* From now on show second keys instead of first ones. */
void rb_spare_keys_show(bool shown);
/* "Ctrl+Shift+Z" */
void rb_shortcut_key(int index, char *text, size_t size);
/* "Play or pause (Space)", for tooltips. */
const char *rb_shortcut_tip(const char *id, char *text, size_t size);

/* ---- lines */
/* Takes the next line from *rest, which then points behind it; skips empty lines. Returns false at the end. A
   line that is too long is cut and later refused by rb_action_parse. */
bool rb_action_next(const char **rest, char line[RB_LINE_MAX]);
/* Finds the action or shortcut and checks the words against its usage. */
rb_status rb_action_parse(const char *line, rb_args *args, rb_error *err);
/* Quotes any text as one word of a line. */
void rb_action_quote(const char *text, char *word, size_t size);
/* Checks all lines without running them. */
rb_status rb_actions_check(const char *lines, rb_error *err);

/* ---- all actions with usage, help and keys, as text or as a Markdown table */
void rb_actions_list(FILE *out, bool table);

/* ---- words */
const char *rb_arg(const rb_args *args, int index); /* "" after the last */
/* All words from this one on, separated by spaces. */
void rb_arg_rest(const rb_args *args, int index, char *text, size_t size);
/* The state that an [on|off] at this place asks for; if it is missing, the opposite of now. */
bool rb_arg_switch(const rb_args *args, int index, bool now);
rb_status rb_arg_number(const rb_args *args, int index, double min, double max, double *out, rb_error *err);
rb_status rb_arg_whole(const rb_args *args, int index, int min, int max, int *out, rb_error *err);
/* "ID: expected WHAT, got "WORD"". */
rb_status rb_arg_refuse(const rb_args *args, int index, const char *expected, rb_error *err);

/* Suggests names for a misspelt one: "compare or camera"; "" if none is similar. */
void rb_nearest_names(const char *name, const char *const *names, int count, char *text, size_t size);

#endif
