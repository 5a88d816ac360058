/* What is remembered from one start to the next: $XDG_CONFIG_HOME/rattleback/viewer.conf, lines of
   "name = value" under a version. Anything that cannot be read is left at its default. */
#ifndef RB_VIEWER_CONFIG_H
#define RB_VIEWER_CONFIG_H

#include <rattleback/rattleback.h>

#include "viewer/world/theme.h"

#define RB_CONFIG_VERSION 1

typedef struct rb_config {
    char path[1024];
    bool first_start;  /* there was no file */
    int width, height; /* as a plain window, px */
    int maximized;
    int theme;
    double ui_scale;
    double speed;
    char scene[256];
    unsigned show;
    double arrow_scale, trail_seconds;
    int arrow_log;
    int left, right, microscope;
    double left_width, right_width;
} rb_config;

rb_config rb_config_default(void);
/* path: NULL = the user's own place. */
void rb_config_load(rb_config *config);
rb_status rb_config_save(const rb_config *config, rb_error *err);

#endif
