/* Units at the edge of the window: millimetres, degrees and friends. Inside everything is SI. */
#ifndef RB_APP_SESSION_UNITS_H
#define RB_APP_SESSION_UNITS_H

typedef struct rb_ui_unit {
    const char *name;
    double factor; /* shown = SI times factor */
} rb_ui_unit;

rb_ui_unit rb_ui_unit_of(const char *si); /* the same in panels, plots and tables */
/* The SI unit as people write it: "kg m³/s". */
const char *rb_unit_written(const char *si);

#endif
