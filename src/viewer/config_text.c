/* The settings as text. Needs no graphics, so that tests can use it. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "viewer/config.h"

typedef enum rb_config_type { CONFIG_INT, CONFIG_UNSIGNED, CONFIG_DOUBLE, CONFIG_TEXT } rb_config_type;

typedef struct rb_config_row {
    const char *name;
    rb_config_type type;
    size_t offset;
    double min, max; /* of a text, max is its size */
} rb_config_row;

#define ROW(field, type, min, max)                                                                           \
    { #field, type, offsetof(rb_config, field), min, max }

static const rb_config_row rows[] = {
    ROW(width, CONFIG_INT, 200, 16384),
    ROW(height, CONFIG_INT, 150, 16384),
    ROW(maximized, CONFIG_INT, 0, 1),
    ROW(theme, CONFIG_INT, 0, RB_THEME_COUNT - 1),
    ROW(ui_scale, CONFIG_DOUBLE, 0.5, 3),
    ROW(language, CONFIG_TEXT, 0, sizeof((rb_config *)0)->language),
    ROW(speed, CONFIG_DOUBLE, RB_SPEED_MIN, RB_SPEED_MAX),
    ROW(scene, CONFIG_TEXT, 0, sizeof((rb_config *)0)->scene),
    /* Not "show": settings saved before mean forces and the table existed would hide both. */
    {"shown", CONFIG_UNSIGNED, offsetof(rb_config, show), 0, 4294967295.0},
    ROW(arrow_scale, CONFIG_DOUBLE, 0.1, 10),
    ROW(arrow_log, CONFIG_INT, 0, 1),
    ROW(trail_seconds, CONFIG_DOUBLE, 0, 60),
    ROW(style, CONFIG_INT, 0, 2 /* rb_style */),
    ROW(material, CONFIG_INT, 0, 5 /* rb_material */),
    ROW(left, CONFIG_INT, 0, 1),
    ROW(right, CONFIG_INT, 0, 1),
    ROW(all_parameters, CONFIG_INT, 0, 1),
    ROW(microscope, CONFIG_INT, 0, 1),
    ROW(sound, CONFIG_INT, 0, 1),
    ROW(sonify, CONFIG_INT, 0, 1),
    ROW(at_rest, CONFIG_INT, 0, 2 /* rb_at_rest */),
    ROW(presenter, CONFIG_INT, 0, 1),
    ROW(turns, CONFIG_INT, 0, 1),
    ROW(site, CONFIG_TEXT, 0, sizeof((rb_config *)0)->site),
    ROW(left_width, CONFIG_DOUBLE, 8, 60),
    ROW(right_width, CONFIG_DOUBLE, 8, 60),
    ROW(welcome, CONFIG_INT, 0, 1),
    ROW(lesson, CONFIG_TEXT, 0, sizeof((rb_config *)0)->lesson),
    ROW(lessons, CONFIG_TEXT, 0, sizeof((rb_config *)0)->lessons),
    ROW(recent, CONFIG_TEXT, 0, sizeof((rb_config *)0)->recent),
};

enum { row_count = sizeof rows / sizeof rows[0] };

static void read_row(rb_config *config, const char *name, const char *value) {
    for (int i = 0; i < row_count; i++) {
        const rb_config_row *row = &rows[i];
        void *field = (char *)config + row->offset;
        if (strcmp(row->name, name) != 0) {
            continue;
        }
        if (row->type == CONFIG_TEXT) {
            snprintf(field, (size_t)row->max, "%s", value);
            return;
        }
        char *end = NULL;
        double number = rb_number_read(value, &end);
        if (end == value || !isfinite(number) || number < row->min || number > row->max) {
            return; /* invalid: keep the default */
        }
        if (row->type == CONFIG_INT) {
            *(int *)field = (int)number;
        } else if (row->type == CONFIG_UNSIGNED) {
            *(unsigned *)field = (unsigned)number;
        } else {
            *(double *)field = number;
        }
        return;
    }
}

void rb_config_read(rb_config *config, const char *text) {
    int version = 0;
    for (const char *line = text; *line != '\0';) {
        char name[64];
        char value[1024];
        char copy[1100]; /* longer lines are truncated */
        size_t length = strcspn(line, "\n");
        snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy), line);
        line += length + (line[length] == '\n');
        if (sscanf(copy, "version = %d", &version) == 1) {
            continue;
        }
        /* Another version may use the same names differently. */
        if (version == RB_CONFIG_VERSION && sscanf(copy, "%63[a-z_] = %1023[^\n]", name, value) == 2) {
            read_row(config, name, value);
        }
    }
}

/* "name = value" and a new line; returns its length. */
static int write_row(char *text, size_t size, const rb_config *config, const rb_config_row *row) {
    const void *field = (const char *)config + row->offset;
    switch (row->type) {
    case CONFIG_INT: return snprintf(text, size, "%s = %d\n", row->name, *(const int *)field);
    case CONFIG_UNSIGNED: return snprintf(text, size, "%s = %u\n", row->name, *(const unsigned *)field);
    case CONFIG_DOUBLE: return rb_format(text, size, "%s = %.6g\n", row->name, *(const double *)field);
    case CONFIG_TEXT: break;
    }
    return snprintf(text, size, "%s = %s\n", row->name, (const char *)field);
}

void rb_config_write(const rb_config *config, char text[RB_CONFIG_TEXT_MAX]) {
    size_t size = RB_CONFIG_TEXT_MAX;
    size_t used = (size_t)snprintf(text, size, "version = %d\n", RB_CONFIG_VERSION);
    for (int i = 0; i < row_count; i++) {
        used += (size_t)write_row(text + used, size - used, config, &rows[i]);
    }
}
