#include "viewer/trails.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* At most one point per sampling time, and spare room, so that points rarely have to be moved. */
enum { ROOM = RB_TRAIL_INSTANTS + 2 + 512 };

void rb_trail_points_destroy(rb_trail_points *prints) {
    free(prints->points);
    free(prints->indices);
    *prints = (rb_trail_points){0};
}

static bool make_room(rb_trail_points *prints) {
    if (prints->points == NULL) {
        prints->points = malloc(ROOM * sizeof *prints->points);
        prints->indices = malloc(ROOM * sizeof *prints->indices);
    }
    if (prints->points == NULL || prints->indices == NULL) {
        rb_trail_points_destroy(prints);
        return false;
    }
    return true;
}

/* The first instant after each sampling time: always the same instants while the trail moves on. */
static bool is_taken(const rb_history_run *past, int index, double seconds) {
    double every = seconds / RB_TRAIL_INSTANTS;
    return index == 0 || !(floor(past->items[index].t / every) == floor(past->items[index - 1].t / every));
}

static void move(rb_trail_points *prints, int begin) {
    size_t count = (size_t)prints->count;
    memmove(prints->points + begin, prints->points + prints->begin, count * sizeof *prints->points);
    memmove(prints->indices + begin, prints->indices + prints->begin, count * sizeof *prints->indices);
    prints->begin = begin;
}

static void put(rb_trail_points *prints, const rb_history *history, const rb_history_run *past, int index,
                int place) {
    rb_snapshot s;
    rb_history_read(history, past, index, &s);
    prints->points[place] = rb_trail_point_of(prints->body, &s);
    prints->indices[place] = index;
    prints->count++;
}

/* Removes points outside the range. */
static void trim(rb_trail_points *prints, int first, int last) {
    while (prints->count > 0 && prints->indices[prints->begin] < first) {
        prints->begin++;
        prints->count--;
    }
    while (prints->count > 0 && prints->indices[prints->begin + prints->count - 1] > last) {
        prints->count--;
    }
    prints->first = prints->first < first ? first : prints->first;
    prints->last = prints->last > last ? last : prints->last;
    if (prints->last < prints->first) {
        prints->begin = prints->count = 0;
        prints->first = first;
        prints->last = first - 1;
    }
}

static void extend(rb_trail_points *prints, const rb_history *history, const rb_history_run *past, int first,
                   int last) {
    for (int i = prints->last + 1; i <= last && prints->count < ROOM; i++) {
        if (is_taken(past, i, prints->seconds)) {
            if (prints->begin + prints->count == ROOM) {
                move(prints, 0);
            }
            put(prints, history, past, i, prints->begin + prints->count);
        }
    }
    for (int i = prints->first - 1; i >= first && prints->count < ROOM; i--) {
        if (is_taken(past, i, prints->seconds)) {
            if (prints->begin == 0) {
                move(prints, ROOM - prints->count);
            }
            put(prints, history, past, i, --prints->begin);
        }
    }
    prints->first = first;
    prints->last = last;
}

rb_trail rb_trail_points_until(rb_trail_points *prints, const rb_history *history, int run,
                               const rb_body_kind *body, double t, double seconds) {
    int last = rb_history_find(history, run, t);
    int first = rb_history_find(history, run, t - seconds);
    if (last < 0 || !(seconds > 0) || !make_room(prints)) {
        return (rb_trail){NULL, 0};
    }
    if (prints->version != history->version || prints->seconds != seconds || prints->body != body) {
        prints->begin = prints->count = 0;
        prints->first = 0;
        prints->last = -1;
        prints->version = history->version;
        prints->seconds = seconds;
        prints->body = body;
    }
    trim(prints, first, last);
    extend(prints, history, &history->runs[run], first, last);
    return (rb_trail){prints->points + prints->begin, prints->count};
}
