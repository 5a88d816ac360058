/* A link is read: everything that is asked for, and what could not be understood. */
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/link/parts.h"

static void tell_unknown(const rb_link_parts *parts, rb_link *link) {
    for (int i = 0; i < parts->count; i++) {
        const rb_link_part *part = &parts->items[i];
        if (part->used) {
            continue;
        }
        char shown[48], like[96];
        rb_elide(part->name, shown, sizeof shown);
        rb_link_like(part->name, like, sizeof like);
        if (rb_link_of_runs(part->name) || rb_link_of_view(part->name)) {
            rb_link_problem(link, shown, "a lesson brings its own");
        } else {
            rb_link_problem(link, shown, "no part of a link has this name%s%s%s",
                            like[0] != '\0' ? " (perhaps " : "", like, like[0] != '\0' ? ")" : "");
        }
    }
}

void rb_link_read(rb_link *link, const char *text, const rb_library *library,
                  const rb_scene *present) {
    rb_link_parts parts;
    link->run_count = link->line_count = link->time_from = link->problem_count = 0;
    link->pauses = false;
    rb_link_split(text, &parts, link);
    rb_link_read_view(link, &parts);
    bool lesson = link->line_count > 0 && strcmp(link->lines[0].part, "lesson") == 0;
    if (!lesson) {
        rb_link_read_runs(link, &parts, library, present);
        rb_link_read_time(link, &parts);
    } else {
        link->time_from = link->line_count;
    }
    tell_unknown(&parts, link);
}
