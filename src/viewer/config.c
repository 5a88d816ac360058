#include "viewer/config.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "viewer/session/session.h"
#include "viewer/world/world.h"

typedef enum rb_config_type {
    CONFIG_INT,
    CONFIG_UNSIGNED,
    CONFIG_DOUBLE,
    CONFIG_TEXT
} rb_config_type;

typedef struct rb_config_row {
    const char *name;
    rb_config_type type;
    size_t offset;
    double min, max;
} rb_config_row;

#define ROW(field, type, min, max)                                                                 \
    { #field, type, offsetof(rb_config, field), min, max }

static const rb_config_row rows[] = {
    ROW(width, CONFIG_INT, 200, 16384),
    ROW(height, CONFIG_INT, 150, 16384),
    ROW(maximized, CONFIG_INT, 0, 1),
    ROW(theme, CONFIG_INT, 0, RB_THEME_COUNT - 1),
    ROW(ui_scale, CONFIG_DOUBLE, 0.5, 3),
    ROW(speed, CONFIG_DOUBLE, RB_SPEED_MIN, RB_SPEED_MAX),
    ROW(scene, CONFIG_TEXT, 0, 0),
    ROW(show, CONFIG_UNSIGNED, 0, 4294967295.0),
    ROW(arrow_scale, CONFIG_DOUBLE, 0.1, 10),
    ROW(arrow_log, CONFIG_INT, 0, 1),
    ROW(trail_seconds, CONFIG_DOUBLE, 0, 60),
    ROW(left, CONFIG_INT, 0, 1),
    ROW(right, CONFIG_INT, 0, 1),
    ROW(microscope, CONFIG_INT, 0, 1),
    ROW(left_width, CONFIG_DOUBLE, 8, 60),
    ROW(right_width, CONFIG_DOUBLE, 8, 60),
};

enum { row_count = sizeof rows / sizeof rows[0] };

rb_config rb_config_default(void) {
    rb_world_style style = rb_world_style_default();
    return (rb_config){
        .first_start = true,
        .width = 1280,
        .height = 720,
        .theme = RB_THEME_LIGHT,
        .ui_scale = 1,
        .speed = 1,
        .show = style.show,
        .arrow_scale = (double)style.arrow_scale,
        .arrow_log = style.arrow_log,
        .trail_seconds = (double)style.trail_seconds,
        .left = 1,
        .right = 1,
        .microscope = 1,
        .left_width = 17.5,
        .right_width = 24,
    };
}

static void config_folder(char *folder, size_t size) {
    const char *base = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    if (base != NULL && base[0] == '/') {
        snprintf(folder, size, "%s/rattleback", base);
    } else {
        snprintf(folder, size, "%s/.config/rattleback", home != NULL ? home : ".");
    }
}

static void read_row(rb_config *config, const char *name, const char *value) {
    for (int i = 0; i < row_count; i++) {
        const rb_config_row *row = &rows[i];
        void *field = (char *)config + row->offset;
        if (strcmp(row->name, name) != 0) {
            continue;
        }
        if (row->type == CONFIG_TEXT) {
            snprintf(field, sizeof config->scene, "%s", value);
            return;
        }
        char *end = NULL;
        double number = strtod(value, &end);
        if (end == value || !isfinite(number) || number < row->min || number > row->max) {
            return; /* damaged: the default stands */
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

void rb_config_load(rb_config *config) {
    char folder[960];
    *config = rb_config_default();
    config_folder(folder, sizeof folder);
    snprintf(config->path, sizeof config->path, "%s/viewer.conf", folder);
    FILE *file = fopen(config->path, "r");
    config->first_start = file == NULL;
    if (file == NULL) {
        return;
    }
    char line[512];
    int version = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char name[64];
        char value[250];
        if (sscanf(line, "version = %d", &version) == 1) {
            continue;
        }
        /* A later version may mean something else by the same name. */
        if (version == RB_CONFIG_VERSION &&
            sscanf(line, "%63[a-z_] = %249[^\n]", name, value) == 2) {
            read_row(config, name, value);
        }
    }
    fclose(file);
}

static void write_row(FILE *file, const rb_config *config, const rb_config_row *row) {
    const void *field = (const char *)config + row->offset;
    fprintf(file, "%s = ", row->name);
    switch (row->type) {
    case CONFIG_INT: fprintf(file, "%d\n", *(const int *)field); break;
    case CONFIG_UNSIGNED: fprintf(file, "%u\n", *(const unsigned *)field); break;
    case CONFIG_DOUBLE: fprintf(file, "%.6g\n", *(const double *)field); break;
    case CONFIG_TEXT: fprintf(file, "%s\n", (const char *)field); break;
    }
}

/* Makes every missing folder above the file. */
static void make_folders(const char *path) {
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0755);
        *slash = '/';
    }
}

rb_status rb_config_save(const rb_config *config, rb_error *err) {
    char temporary[1100];
    make_folders(config->path);
    snprintf(temporary, sizeof temporary, "%s.new", config->path);
    FILE *file = fopen(temporary, "w");
    if (file == NULL) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot be written: %s", temporary, strerror(errno));
    }
    fprintf(file, "version = %d\n", RB_CONFIG_VERSION);
    for (int i = 0; i < row_count; i++) {
        write_row(file, config, &rows[i]);
    }
    if (fclose(file) != 0 || rename(temporary, config->path) != 0) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot be written: %s", config->path, strerror(errno));
    }
    return RB_OK;
}
