/* What is remembered from one start to the next: lines of "name = value" under a version, kept where
   platform/files.h keeps them. Anything that cannot be read is left at its default. */
#ifndef RB_VIEWER_CONFIG_H
#define RB_VIEWER_CONFIG_H

#include <rattleback/rattleback.h>

#include "viewer/world/theme_names.h"

#define RB_CONFIG_VERSION 1
#define RB_CONFIG_TEXT_MAX 4096 /* every row is shorter than a hundred, but for texts */

typedef struct rb_config {
    bool first_start;  /* nothing was remembered */
    int width, height; /* as a plain window, px */
    int maximized;
    int theme;
    double ui_scale;
    double speed;
    char scene[256];
    unsigned show;
    double arrow_scale, trail_seconds;
    int arrow_log;
    int style, material; /* rb_style, rb_material */
    int left, right, microscope, sound, at_rest, presenter;
    double left_width, right_width;
    int welcome;        /* offer what one can begin with */
    char lesson[64];    /* the one that is open, "" if none */
    char lessons[1024]; /* how far one got in each */
} rb_config;

rb_config rb_config_default(void);
void rb_config_load(rb_config *config);
rb_status rb_config_save(const rb_config *config, rb_error *err);

/* Takes over what the text tells (config_text.c). */
void rb_config_read(rb_config *config, const char *text);
void rb_config_write(const rb_config *config, char text[RB_CONFIG_TEXT_MAX]);

#endif
