#include "viewer/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/actions/grammar.h"

#include "app/session/session.h"
#include "base/text.h"

static const char help_text[] =
    "rattleback: simulates rattlebacks and tippe-tops with selectable friction laws\n"
    "\n"
    "  rattleback [SCENE] [options]      SCENE is an id (rbsim scenes lists them) or a file\n"
    "\n"
    "  --law ID             friction law instead of the scene's\n"
    "  --compare A,B,...    up to eight laws side by side, from the same start\n"
    "  --layout MODE        single, grid or overlay, when comparing\n"
    "  --panel NAME         right-hand page: plots, laws, studies or workshop\n"
    "  --view NAME          camera: default, top, side or front\n"
    "  --speed S            simulated seconds per second, 0.001 to 10\n"
    "  --size WxH           window size in pixels\n"
    "  --theme light|dark   colours\n"
    "  --lang CODE          language of the window: en, de, es, pl, or pseudo (longer texts, for tests)\n"
    "  --ui-scale S         size of text and panels, 0.5 to 3\n"
    "  --hide-ui            the world only\n"
    "  --order FILE         start a running order; Page Down goes through it\n"
    "  --link LINK          start in the state of a link, \"?scene=k11-fig5&set=mu:0.3\"\n"
    "  --press LINES        actions to run first, \"law k11-p2; compare opposite-spin\"; "
    "off-screen\n"
    "                       they follow --at. --actions lists them\n"
    "  --fresh              ignore the saved settings\n"
    "\n"
    "Off-screen (no interaction, the same picture every time):\n"
    "  --screenshot FILE    write a PNG at simulated time T (--at T, default 1) and quit\n"
    "  --record FILE        write a video (--for T seconds, default 10) and quit: .mp4, .m4v,\n"
    "                       .mov, .mkv or .webm by ffmpeg (without it PNG frames beside FILE),\n"
    "                       or PNG frames into a folder, FILE/\n"
    "  --bench              measure the cost of a frame, e.g. with --compare and eight laws\n"
    "  --print-hash         print the state hash of every run at the end\n"
    "\n"
    "  --actions, --help, --version\n"
    "\n"
    "F1 in the window lists all keys.\n";

const char *rb_options_help(void) {
    return help_text;
}

bool rb_options_offscreen(const rb_options *options) {
    return options->screenshot[0] != '\0' || options->record[0] != '\0' || options->print_hash ||
           options->bench;
}

typedef struct rb_option_reader {
    rb_options *options;
    rb_error *err;
} rb_option_reader;

static rb_status read_number(const char *name, const char *text, double min, double max, double *out,
                             rb_error *err) {
    char *end = NULL;
    double value = rb_number_read(text, &end);
    if (end == text || *end != '\0' || !isfinite(value) || value < min || value > max) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a number from %g to %g, got \"%s\"", name, min, max,
                       text);
    }
    *out = value;
    return RB_OK;
}

static rb_status copy_text(const char *name, const char *text, char *out, size_t size, rb_error *err) {
    if (text[0] == '\0' || strlen(text) >= size) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected 1 to %zu characters, got \"%s\"", name, size - 1,
                       text);
    }
    memcpy(out, text, strlen(text) + 1);
    return RB_OK;
}

static rb_status copy_choice(const char *name, const char *text, const char *const *choices, char *out,
                             size_t size, rb_error *err) {
    char expected[128] = "";
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(choices[i], text) == 0) {
            return copy_text(name, text, out, size, err);
        }
        size_t used = strlen(expected);
        snprintf(expected + used, sizeof expected - used, "%s%s", i > 0 ? ", " : "", choices[i]);
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: expected one of %s, got \"%s\"", name, expected, text);
}

static rb_status check_law(const char *name, const char *id, rb_error *err) {
    if (rb_friction_law_find(id) != NULL) {
        return RB_OK;
    }
    char known[360] = "";
    for (int i = 0; i < rb_friction_law_count(); i++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", rb_friction_law_at(i)->id);
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: expected one of %s; got \"%s\"", name, known, id);
}

static rb_status read_law(const char *text, rb_options *options, rb_error *err) {
    rb_status status = check_law("--law", text, err);
    return status == RB_OK ? copy_text("--law", text, options->law, sizeof options->law, err) : status;
}

static rb_status read_compare(const char *text, rb_options *options, rb_error *err) {
    char id[RB_LAW_ID_MAX];
    options->compare_count = 0;
    while (rb_list_next(&text, ',', id, sizeof id)) {
        if (options->compare_count == RB_RUNS_MAX) {
            return rb_fail(err, RB_ERR_INPUT, "--compare: expected at most %d laws, got more", RB_RUNS_MAX);
        }
        rb_status status = check_law("--compare", id, err);
        if (status != RB_OK) {
            return status;
        }
        memcpy(options->compare[options->compare_count++], id, sizeof id);
    }
    return options->compare_count > 0 ? RB_OK : check_law("--compare", "", err);
}

static rb_status read_size(const char *text, rb_options *options, rb_error *err) {
    int width = 0;
    int height = 0;
    char rest = 0;
    if (sscanf(text, "%dx%d%c", &width, &height, &rest) != 2 || width < 1 || height < 1 || width > 16384 ||
        height > 16384) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--size: expected WIDTHxHEIGHT, e.g. 1280x720, got "
                       "\"%s\"",
                       text);
    }
    options->width = width;
    options->height = height;
    options->size_given = true;
    return RB_OK;
}

static rb_status read_theme(const char *text, rb_options *options, rb_error *err) {
    if (strcmp(text, "light") == 0) {
        options->theme = RB_THEME_LIGHT;
    } else if (strcmp(text, "dark") == 0) {
        options->theme = RB_THEME_DARK;
    } else {
        return rb_fail(err, RB_ERR_INPUT, "--theme: expected light or dark, got \"%s\"", text);
    }
    return RB_OK;
}

/* Options without a value. */
static bool read_switch(const char *name, rb_options *options) {
    struct {
        const char *name;
        bool *flag;
    } switches[] = {
        {"--hide-ui", &options->hide_ui},
        {"--help", &options->help},
        {"-h", &options->help},
        {"--version", &options->version},
        {"--actions", &options->actions},
        {"--actions-table", &options->actions_table}, /* for docs/viewer.md */
        {"--print-hash", &options->print_hash},
        {"--fresh", &options->fresh},
        {"--trace", &options->trace},
        {"--threadless", &options->threadless},
        {"--bench", &options->bench},
    };
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        if (strcmp(switches[i].name, name) == 0) {
            *switches[i].flag = true;
            return true;
        }
    }
    return false;
}

static rb_status read_fps(const char *value, rb_options *o, rb_error *err) {
    double fps = 0;
    rb_status status = read_number("--fps", value, 1, 1000, &fps, err);
    o->fps = (int)fps;
    return status;
}

static rb_status read_press(const char *lines, rb_options *o, rb_error *err) {
    rb_error why;
    o->press = lines;
    return rb_actions_check(lines, &why) == RB_OK ? RB_OK
                                                  : rb_fail(err, RB_ERR_INPUT, "--press: %s", why.text);
}

static rb_status read_valued(const char *name, const char *value, rb_options *o, rb_error *err) {
    static const char *const languages[] = {"en", "de", "es", "pl", "pseudo", NULL};
    static const char *const layouts[] = {"single", "grid", "overlay", NULL};
    static const char *const panels[] = {"plots", "laws", "studies", "workshop", NULL};
    static const char *const views[] = {"default", "top", "side", "front", NULL};
    if (strcmp(name, "--law") == 0) {
        return read_law(value, o, err);
    } else if (strcmp(name, "--compare") == 0) {
        return read_compare(value, o, err);
    } else if (strcmp(name, "--speed") == 0) {
        return read_number(name, value, RB_SPEED_MIN, RB_SPEED_MAX, &o->speed, err);
    } else if (strcmp(name, "--size") == 0) {
        return read_size(value, o, err);
    } else if (strcmp(name, "--screenshot") == 0) {
        return copy_text(name, value, o->screenshot, sizeof o->screenshot, err);
    } else if (strcmp(name, "--at") == 0) {
        return read_number(name, value, 0, 36000, &o->at, err);
    } else if (strcmp(name, "--record") == 0) {
        return copy_text(name, value, o->record, sizeof o->record, err);
    } else if (strcmp(name, "--for") == 0) {
        return read_number(name, value, 0, 36000, &o->record_for, err);
    } else if (strcmp(name, "--fps") == 0) {
        return read_fps(value, o, err);
    } else if (strcmp(name, "--theme") == 0) {
        return read_theme(value, o, err);
    } else if (strcmp(name, "--ui-scale") == 0) {
        return read_number(name, value, 0.5, 3, &o->ui_scale, err);
    } else if (strcmp(name, "--lang") == 0) {
        return copy_choice(name, value, languages, o->language, sizeof o->language, err);
    } else if (strcmp(name, "--layout") == 0) {
        return copy_choice(name, value, layouts, o->layout, sizeof o->layout, err);
    } else if (strcmp(name, "--panel") == 0) {
        return copy_choice(name, value, panels, o->panel, sizeof o->panel, err);
    } else if (strcmp(name, "--view") == 0) {
        return copy_choice(name, value, views, o->view, sizeof o->view, err);
    } else if (strcmp(name, "--press") == 0) {
        return read_press(value, o, err);
    } else if (strcmp(name, "--link") == 0) {
        o->link = value;
        return RB_OK;
    } else if (strcmp(name, "--order") == 0) {
        o->order = value;
        return RB_OK;
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: unknown option; --help lists them all", name);
}

static bool takes_value(const char *name) {
    static const char *const names[] = {"--law",    "--compare", "--speed", "--size",  "--screenshot",
                                        "--at",     "--record",  "--for",   "--fps",   "--theme",
                                        "--layout", "--panel",   "--view",  "--press", "--ui-scale",
                                        "--link",   "--order",   "--lang"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Checks combinations of options. */
static rb_status check_together(const rb_options *o, rb_error *err) {
    if (o->screenshot[0] != '\0' && o->record[0] != '\0') {
        return rb_fail(err, RB_ERR_INPUT, "expected --screenshot or --record, got both");
    }
    const char *ending = strrchr(o->screenshot, '.');
    if (o->screenshot[0] != '\0' && (ending == NULL || strcasecmp(ending, ".png") != 0)) {
        return rb_fail(err, RB_ERR_INPUT, "--screenshot: expected a name that ends in .png, got %s",
                       o->screenshot);
    }
    if (o->at >= 0 && !rb_options_offscreen(o)) {
        return rb_fail(err, RB_ERR_INPUT, "--at: requires --screenshot FILE");
    }
    if (o->record_for >= 0 && o->record[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT, "--for: requires --record FILE");
    }
    if (o->law[0] != '\0' && o->compare_count > 0) {
        return rb_fail(err, RB_ERR_INPUT, "expected --law or --compare, got both");
    }
    if (o->link != NULL && (o->scene[0] != '\0' || o->law[0] != '\0' || o->compare_count > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "--link: cannot be combined with SCENE, --law or --compare");
    }
    return RB_OK;
}

rb_status rb_options_parse(int argc, char **argv, rb_options *options, rb_error *err) {
    *options = (rb_options){.width = 1280, .height = 720, .at = -1, .record_for = -1, .fps = 60, .theme = -1};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        rb_status status = RB_OK;
        if (name[0] != '-') {
            status = options->scene[0] != '\0'
                         ? rb_fail(err, RB_ERR_INPUT, "expected one scene, got \"%s\" and \"%s\"",
                                   options->scene, name)
                         : copy_text("SCENE", name, options->scene, sizeof options->scene, err);
        } else if (read_switch(name, options)) {
            continue;
        } else if (takes_value(name) && i + 1 == argc) {
            status = rb_fail(err, RB_ERR_INPUT, "%s: requires a value", name);
        } else if (takes_value(name) && strncmp(argv[i + 1], "--", 2) == 0) {
            status = rb_fail(err, RB_ERR_INPUT, "%s: requires a value, got the option %s", name, argv[i + 1]);
        } else {
            const char *value = takes_value(name) ? argv[++i] : "";
            status = read_valued(name, value, options, err);
        }
        if (status != RB_OK) {
            return status;
        }
    }
    rb_status status = check_together(options, err);
    options->at_given = options->at >= 0;
    options->at = options->at_given ? options->at : 1;
    options->record_for = options->record_for < 0 ? 10 : options->record_for;
    return status;
}
