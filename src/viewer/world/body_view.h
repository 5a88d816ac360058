/* What the viewer shows of a kind of body: the one place that knows kinds apart. Items of other
   tables (signals, what the world shows, columns of the comparison) name the kind they belong to. */
#ifndef RB_VIEWER_WORLD_BODY_VIEW_H
#define RB_VIEWER_WORLD_BODY_VIEW_H

#include <rattleback/rattleback.h>

#define RB_BODY_CELT "celt"
#define RB_BODY_TOP "tippe-top"
#define RB_DEFAULT_PLOTS 4
#define RB_MARKS_MAX (RB_EVENTS_MAX + 3)

typedef struct rb_body_view {
    const char *body; /* id of the kind */
    bool tall;        /* stands as high as it is wide; not a flat stone */
    /* Signals of the plots one begins with; the plot of the energy follows. */
    const char *plots[RB_DEFAULT_PLOTS - 1][2];
    const char
        *touching[RB_CONTACTS_MAX];     /* names of its contacts, NULL: has one, without a name */
    const char *loads[RB_CONTACTS_MAX]; /* signals of their normal forces */
} rb_body_view;

/* Never NULL: what is not known is shown like a celt. */
const rb_body_view *rb_body_view_of(const rb_body_kind *body);
/* Does what belongs to the kind named (NULL: to all) belong to this body? */
bool rb_body_has(const rb_body_kind *body, const char *kind);

/* The contact to look at: the one that carries most, else the lowest. */
int rb_contact_shown(const rb_snapshot *snapshot);

/* What the timeline marks, in order of time; returns how many. For bodies that pass from contact to
   contact single touches go into lanes (they are many), and the marks say what came of them. */
typedef struct rb_mark {
    double t;
    const char *name;
} rb_mark;
int rb_marks_of(const rb_body_view *view, const rb_summary *summary, rb_mark marks[RB_MARKS_MAX]);

#endif
