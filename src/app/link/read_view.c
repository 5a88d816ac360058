/* Reads the parts of a link that become action lines. A link can run no other actions than those of this
 * table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/link/parts.h"
#include "base/text.h"

typedef enum rb_view_kind {
    VIEW_WORDS,  /* a,b,c: words of one line */
    VIEW_SWITCH, /* on or off; without a value: on */
    VIEW_ON,     /* a,b,c: one line each, ending in "on" */
    VIEW_OFF,    /* the same with "off" */
    VIEW_PLOTS,  /* a;b;c: words of one line that contain commas */
} rb_view_kind;

static const struct {
    const char *part, *action;
    rb_view_kind kind;
} view[] = {
    {"layout", "layout", VIEW_WORDS},
    {"run", "run", VIEW_WORDS},
    {"reference", "reference", VIEW_WORDS},
    {"edit-all", "link", VIEW_SWITCH},
    {"view", "camera", VIEW_WORDS},
    {"look", "look", VIEW_WORDS},
    {"follow", "follow", VIEW_SWITCH},
    {"speed", "speed", VIEW_WORDS},
    {"at-rest", "at-rest", VIEW_WORDS},
    {"presenter", "presenter", VIEW_SWITCH}, /* after the speed, which it depends on */
    {"show", "show", VIEW_ON},
    {"hide", "show", VIEW_OFF},
    {"arrows", "arrows", VIEW_WORDS},
    {"log-arrows", "log-arrows", VIEW_SWITCH},
    {"trails", "trails", VIEW_WORDS},
    {"plots", "plot-set", VIEW_PLOTS},
    {"plot-time", "plot-time", VIEW_WORDS},
    {"theory", "theory", VIEW_SWITCH},
    {"page", "page", VIEW_WORDS},
    {"left", "left", VIEW_SWITCH},
    {"right", "right", VIEW_SWITCH},
    {"hide-ui", "hide", VIEW_SWITCH},
    {"microscope", "microscope", VIEW_SWITCH},
    {"enlarge", "enlarge", VIEW_SWITCH},
    {"explain", "explain", VIEW_SWITCH},
    {"theme", "theme", VIEW_WORDS},
    {"style", "style", VIEW_WORDS},
    {"material", "material", VIEW_WORDS},
    {"text-size", "text-size", VIEW_WORDS},
    {"lang", "language", VIEW_WORDS},
};

enum { view_count = sizeof view / sizeof view[0] };

static const char *const others[] = {"lesson", "step", "t", "flick"};
static const char *const of_runs[] = {"scene", "law", "rolling", "normal", "start", "compare", "set", "own"};

enum { other_count = sizeof others / sizeof others[0], runs_count = sizeof of_runs / sizeof of_runs[0] };

bool rb_link_of_view(const char *name) {
    for (int i = 0; i < other_count; i++) {
        if (strcmp(others[i], name) == 0) {
            return true;
        }
    }
    for (int i = 0; i < view_count; i++) {
        if (strcmp(view[i].part, name) == 0) {
            return true;
        }
    }
    return false;
}

bool rb_link_of_runs(const char *name) {
    for (int i = 0; i < runs_count; i++) {
        if (strcmp(of_runs[i], name) == 0) {
            return true;
        }
    }
    return strncmp(name, "set", 3) == 0 && name[3] >= '2' && name[3] < '1' + RB_RUNS_MAX && name[4] == '\0';
}

void rb_link_like(const char *name, char *text, size_t size) {
    const char *names[view_count + other_count + runs_count];
    int count = 0;
    for (int i = 0; i < runs_count; i++) {
        names[count++] = of_runs[i];
    }
    for (int i = 0; i < other_count; i++) {
        names[count++] = others[i];
    }
    for (int i = 0; i < view_count; i++) {
        names[count++] = view[i].part;
    }
    rb_nearest_names(name, names, count, text, size);
}

/* ---------------------------------------------------------------- lines */

/* A line that is being written: an action and quoted words. */
typedef struct rb_line_pen {
    char text[RB_LINE_MAX];
    size_t used;
} rb_line_pen;

static void add_word(rb_line_pen *pen, const char *word) {
    char quoted[RB_LINE_MAX];
    rb_action_quote(word, quoted, sizeof quoted);
    int length = snprintf(pen->text + pen->used, sizeof pen->text - pen->used, " %s", quoted);
    pen->used += (size_t)length < sizeof pen->text - pen->used ? (size_t)length : 0;
}

static void begin_line(rb_line_pen *pen, const char *action) {
    pen->used = (size_t)snprintf(pen->text, sizeof pen->text, "%s", action);
}

/* Adds the line if it is a valid action. */
static void end_line(rb_link *link, const char *part, const rb_line_pen *pen) {
    rb_args args;
    rb_error err;
    if (link->line_count == RB_LINK_LINES || pen->used >= RB_LINK_LINE_MAX) {
        rb_link_problem(link, part, "too long");
    } else if (rb_action_parse(pen->text, &args, &err) != RB_OK) {
        rb_link_problem(link, part, "%s", err.text);
    } else {
        rb_link_line *line = &link->lines[link->line_count++];
        snprintf(line->part, sizeof line->part, "%s", part);
        memcpy(line->line, pen->text, pen->used + 1);
    }
}

static void add_line(rb_link *link, const char *part, const char *action, const char *word,
                     const char *more) {
    rb_line_pen pen;
    begin_line(&pen, action);
    add_word(&pen, word);
    if (more != NULL) {
        add_word(&pen, more);
    }
    end_line(link, part, &pen);
}

static void read_one(rb_link *link, const char *part, const char *action, rb_view_kind kind,
                     const char *value) {
    char item[240];
    if (kind == VIEW_SWITCH) {
        add_line(link, part, action, value[0] != '\0' ? value : "on", NULL);
        return;
    }
    if (kind == VIEW_ON || kind == VIEW_OFF) {
        while (rb_link_next(&value, ',', item, sizeof item)) {
            add_line(link, part, action, item, kind == VIEW_ON ? "on" : "off");
        }
        return;
    }
    rb_line_pen pen;
    begin_line(&pen, action);
    while (rb_link_next(&value, kind == VIEW_PLOTS ? ';' : ',', item, sizeof item)) {
        add_word(&pen, item);
    }
    end_line(link, part, &pen);
}

void rb_link_read_view(rb_link *link, rb_link_parts *parts) {
    const char *lesson = rb_link_value(parts, "lesson");
    if (lesson != NULL) {
        add_line(link, "lesson", "lesson", lesson, rb_link_value(parts, "step"));
    }
    for (int i = 0; i < view_count; i++) {
        const char *value = rb_link_value(parts, view[i].part);
        if (value != NULL) {
            read_one(link, view[i].part, view[i].action, view[i].kind, value);
        }
    }
}

/* ---------------------------------------------------------------- time */

static const double longest = 3600; /* s; latest time that a link can go to */

static bool read_time(rb_link *link, const char *part, const char *text, double after, double *t) {
    char *end = NULL;
    double value = rb_number_read(text, &end);
    if (end == text || *end != '\0' || !isfinite(value) || value < after || value > longest) {
        rb_link_problem(link, part, "expected a time from %g to %g s, got \"%.40s\"", after, longest, text);
        return false;
    }
    *t = value;
    return true;
}

static void add_until(rb_link *link, const char *part, double t) {
    char text[40];
    rb_link_number(t, text, sizeof text);
    add_line(link, part, "until", text, NULL);
}

/* "0.734:0,0.1,-5": time and added angular velocity. Returns false if it is invalid. */
static bool read_flick(rb_link *link, char *item, double last, double *t) {
    char *colon = strchr(item, ':');
    if (colon == NULL) {
        rb_link_problem(link, "flick", "expected TIME:X,Y,Z, got \"%.60s\"", item);
        return false;
    }
    *colon = '\0';
    const char *list = colon + 1;
    double v[3] = {0};
    char word[60];
    if (!read_time(link, "flick", item, last, t)) {
        return false;
    }
    if (!rb_numbers_read(list, ',', v, 3) || !(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] <= 1e8)) {
        rb_link_problem(link, "flick", "expected three numbers, together at most 10000 rad/s, got \"%.60s\"",
                        list);
        return false;
    }
    if (*t > last) {
        add_until(link, "flick", *t);
    }
    rb_line_pen pen;
    begin_line(&pen, "flick");
    while (rb_link_next(&list, ',', word, sizeof word)) {
        add_word(&pen, word);
    }
    end_line(link, "flick", &pen);
    return true;
}

/* Returns the time of the last one. */
static double read_flicks(rb_link *link, const char *list) {
    char item[160];
    double last = 0;
    while (rb_link_next(&list, ';', item, sizeof item)) {
        double t = 0;
        if (link->line_count + 3 > RB_LINK_LINES) { /* time, flick, and the end */
            rb_link_problem(link, "flick", "too many flicks");
            break;
        }
        last = read_flick(link, item, last, &t) ? t : last;
    }
    return last;
}

void rb_link_read_time(rb_link *link, rb_link_parts *parts) {
    link->time_from = link->line_count;
    const char *flicks = rb_link_value(parts, "flick");
    double last = flicks != NULL ? read_flicks(link, flicks) : 0;
    const char *text = rb_link_value(parts, "t");
    double t = 0;
    if (text == NULL || !read_time(link, "t", text, last, &t)) {
        return;
    }
    link->pauses = true;
    if (t > last) {
        add_until(link, "t", t);
    }
}
