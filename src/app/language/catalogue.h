/* A catalogue: texts by their English key, read from a gettext file (.po). */
#ifndef RB_APP_LANGUAGE_CATALOGUE_H
#define RB_APP_LANGUAGE_CATALOGUE_H

#include <rattleback/status.h>
#include <stdbool.h>
#include <stddef.h>

enum { RB_PLURALS_MAX = 3 };

typedef struct rb_catalogue_entry {
    char *key;
    char *forms[RB_PLURALS_MAX]; /* one form, or one for each plural; NULL: none */
} rb_catalogue_entry;

typedef struct rb_catalogue {
    rb_catalogue_entry *entries; /* a hash table with open addressing */
    size_t size, count;          /* size: 0 or a power of two */
    bool shortened;              /* the keys are hashes */
} rb_catalogue;

/* Entries without a translation are left out. problems counts those whose placeholders differ. */
rb_status rb_catalogue_read(rb_catalogue *catalogue, const char *text, const char *where, int plural_count,
                            int *problems, rb_error *err);
/* The forms of a text; NULL: not in the catalogue. many: the English plural, or the text again. */
char *const *rb_catalogue_find(const rb_catalogue *catalogue, const char *key, const char *many);
/* Adds a text with one form; NULL if memory is exhausted. */
char *const *rb_catalogue_add(rb_catalogue *catalogue, const char *key, const char *text);
void rb_catalogue_free(rb_catalogue *catalogue);

#endif
