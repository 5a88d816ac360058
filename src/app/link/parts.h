/* Shared by the files that read and write links. */
#ifndef RB_APP_LINK_PARTS_H
#define RB_APP_LINK_PARTS_H

#include "app/link/link.h"

enum { RB_LINK_PARTS = 64 };

typedef struct rb_link_part {
    const char *name, *value; /* decoded; value is "" if there is no = */
    bool used;
} rb_link_part;

/* The parts of a text, in order; the strings are stored in room. */
typedef struct rb_link_parts {
    rb_link_part items[RB_LINK_PARTS];
    int count;
    char room[RB_LINK_MAX];
} rb_link_parts;

/* The value of a part, which is marked as used; NULL if the link has none. */
const char *rb_link_value(rb_link_parts *parts, const char *name);

/* Stores a message: "set: mu:9: expected …". */
void rb_link_problem(rb_link *link, const char *part, const char *format, ...) RB_PRINTF(3, 4);

/* Takes the next item of a list, which then points behind it; false at the end. Items that are too long are
 * cut. */
bool rb_link_next(const char **list, char separator, char *item, size_t size);

/* As few digits as read back to the same bits, without +, which would have to be encoded. */
void rb_link_number(double value, char *text, size_t size);

/* Converts scene, law, compare, set … to scenes (read_runs.c). */
void rb_link_read_runs(rb_link *link, rb_link_parts *parts, const rb_library *library,
                       const rb_scene *present);
/* Converts all other parts to action lines (read_view.c). */
void rb_link_read_view(rb_link *link, rb_link_parts *parts);
void rb_link_read_time(rb_link *link, rb_link_parts *parts);

/* True if this is the name of a part; and the most similar names, for a message. */
bool rb_link_of_runs(const char *name);
bool rb_link_of_view(const char *name);
void rb_link_like(const char *name, char *text, size_t size);

#endif
