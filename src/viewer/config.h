/* Saved settings: a version and lines of "name = value", stored by platform/files.h. Values that cannot
   be read keep their defaults. */
#ifndef RB_VIEWER_CONFIG_H
#define RB_VIEWER_CONFIG_H

#include <rattleback/rattleback.h>

#include "viewer/world/theme_names.h"

#define RB_CONFIG_VERSION 1
#define RB_CONFIG_TEXT_MAX 6144 /* rows are shorter than 100 bytes, except for texts */

typedef struct rb_config {
    bool first_start;  /* there were no saved settings */
    int width, height; /* size of the normal window, px */
    int maximized;
    int theme;
    double ui_scale;
    char language[16]; /* "": that of the system */
    double speed;
    char scene[256];
    unsigned show;
    double arrow_scale, trail_seconds;
    int arrow_log;
    int style, material; /* rb_style, rb_material */
    int left, right, microscope, sound, sonify, at_rest, presenter;
    int turns;          /* spins in turns per second */
    char site[200];     /* address of the web page, for QR codes and links; "": none */
    int all_parameters; /* in the left panel */
    double left_width, right_width;
    int welcome;        /* show the welcome card */
    char lesson[64];    /* the open lesson, "" if none */
    char lessons[1024]; /* progress in each lesson */
    char recent[1000];  /* files opened lately, separated by | */
} rb_config;

rb_config rb_config_default(void);
void rb_config_load(rb_config *config);
rb_status rb_config_save(const rb_config *config, rb_error *err);

/* Reads the text into config (config_text.c). */
void rb_config_read(rb_config *config, const char *text);
void rb_config_write(const rb_config *config, char text[RB_CONFIG_TEXT_MAX]);

#endif
