/* Units shown in the window, such as millimetres and degrees. All values inside the program are SI. */
#ifndef RB_APP_SESSION_UNITS_H
#define RB_APP_SESSION_UNITS_H

#include <stdbool.h>

typedef struct rb_ui_unit {
    const char *name;
    double factor; /* shown = SI times factor */
} rb_ui_unit;

rb_ui_unit rb_ui_unit_of(const char *si); /* for panels, plots and tables */
/* The SI unit in usual notation: "kg m³/s". */
const char *rb_unit_written(const char *si);
/* The unit of a spin: turns per second or rad/s. */
rb_ui_unit rb_spin_unit(bool turns);

#endif
