/* What the files of this room share. */
#ifndef RB_APP_LINK_PARTS_H
#define RB_APP_LINK_PARTS_H

#include "app/link/link.h"

enum { RB_LINK_PARTS = 64 };

typedef struct rb_link_part {
    const char *name, *value; /* decoded; value "" where there is no = */
    bool used;
} rb_link_part;

/* The parts of a text, in order; their letters live in room. */
typedef struct rb_link_parts {
    rb_link_part items[RB_LINK_PARTS];
    int count;
    char room[RB_LINK_MAX];
} rb_link_parts;

/* Splits and decodes; what cannot be is told (text.c). */
void rb_link_split(const char *text, rb_link_parts *parts, rb_link *link);
/* The value of the part, which is then known to be used; NULL: the link has none. */
const char *rb_link_value(rb_link_parts *parts, const char *name);

/* Keeps the message: "set: mu:9: expected …". */
void rb_link_problem(rb_link *link, const char *part, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Takes the next item of a list, which moves behind it; false at the end. One that is too long is
   cut. */
bool rb_link_next(const char **list, char separator, char *item, size_t size);

/* As few digits as give back the same bits, and no +, which would have to be encoded. */
void rb_link_number(double value, char *text, size_t size);

/* scene, law, compare, set … become scenes (read_runs.c). */
void rb_link_read_runs(rb_link *link, rb_link_parts *parts, const rb_library *library,
                       const rb_scene *present);
/* All others become lines (read_view.c). */
void rb_link_read_view(rb_link *link, rb_link_parts *parts);
void rb_link_read_time(rb_link *link, rb_link_parts *parts);

/* Is it the name of a part? And which are most like it, for a message. */
bool rb_link_of_runs(const char *name);
bool rb_link_of_view(const char *name);
void rb_link_like(const char *name, char *text, size_t size);

#endif
