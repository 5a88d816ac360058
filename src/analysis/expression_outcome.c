/* Expressions as outcomes: each text exists once, until the program ends. */
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/expression.h"

/* ---------------------------------------------------------------- units */

bool rb_unit_read(const char *unit, double powers[3]) {
    static const struct {
        const char *name;
        double powers[3];
    } known[] = {{"m", {1, 0, 0}},    {"kg", {0, 1, 0}},  {"s", {0, 0, 1}},  {"rad", {0, 0, 0}},
                 {"%", {0, 0, 0}},    {"1", {0, 0, 0}},   {"N", {1, 1, -2}}, {"J", {2, 1, -2}},
                 {"Pa", {-1, 1, -2}}, {"Hz", {0, 0, -1}}, {"W", {2, 1, -3}}};
    double sign = 1;
    powers[0] = powers[1] = powers[2] = 0;
    while (*unit != '\0') {
        if (*unit == ' ' || *unit == '/') {
            sign = *unit == '/' ? -1 : sign;
            unit++;
            continue;
        }
        int best = -1;
        size_t length = strcspn(unit, " /23^\xc2");
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            best =
                strlen(known[i].name) == length && strncmp(unit, known[i].name, length) == 0 ? (int)i : best;
        }
        if (best < 0) {
            return false;
        }
        unit += length;
        double power = sign;
        unit += *unit == '^';
        if (*unit == '2' || *unit == '3') {
            power *= *unit++ - '0';
        } else if (strncmp(unit, "\u00b2", 2) == 0 || strncmp(unit, "\u00b3", 2) == 0) {
            power *= unit[1] == '\xb2' ? 2 : 3;
            unit += 2;
        }
        for (int k = 0; k < 3; k++) {
            powers[k] += power * known[best].powers[k];
        }
    }
    return true;
}

/* ---------------------------------------------------------------- names */

const rb_outcome *rb_expression_find_outcome(const rb_body_kind *body, const char *name) {
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *o = rb_outcome_at(i);
        if (strcmp(o->name, name) == 0 && rb_outcome_fits(o, body) && !(o->flags & RB_OUTCOME_MACHINE)) {
            return o;
        }
    }
    return NULL;
}

bool rb_expression_has_event(const rb_body_kind *body, const char *name) {
    char known[32];
    for (int k = 0; k <= RB_EVENT_BODY; k++) {
        for (int which = 0; which == 0 || (k == RB_EVENT_BODY && rb_body_event_name(body, which) != NULL);
             which++) {
            rb_event event = {.kind = (rb_event_kind)k, .which = which};
            const char *text = rb_event_name(body, &event);
            snprintf(known, sizeof known, "%s", text != NULL ? text : "");
            for (char *c = known; *c != '\0'; c++) {
                *c = *c == '-' ? '_' : *c;
            }
            if (known[0] != '\0' && strcmp(known, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool rb_expression_name(const char *text, char *out, size_t size) {
    size_t used = 0;
    for (; *text != '\0' && used + 1 < size; text++) {
        if (!isspace((unsigned char)*text)) {
            out[used++] = *text == ',' ? ';' : *text;
        }
    }
    out[used] = '\0';
    return *text == '\0';
}

/* ---------------------------------------------------------------- outcomes */

static double read_nothing(const rb_summary *summary) {
    (void)summary;
    return NAN;
}

static bool is_same_program(const rb_program *a, const rb_program *b) {
    bool same = a->count == b->count;
    for (int k = 0; same && k < a->count; k++) {
        const rb_instruction *x = &a->code[k], *y = &b->code[k];
        same = x->operation == y->operation && x->index == y->index && x->section == y->section &&
               x->number == y->number && x->signal == y->signal && x->outcome == y->outcome &&
               x->parameter == y->parameter;
    }
    return same;
}

/* The same text may mean another program in a scene of another body or law. */
static bool is_same(const rb_expression *a, const rb_expression *b) {
    bool same = strcmp(a->text, b->text) == 0 && strcmp(a->unit, b->unit) == 0 &&
                is_same_program(&a->program, &b->program) && a->part_count == b->part_count;
    for (int i = 0; same && i < a->part_count; i++) {
        same = is_same_program(&a->parts[i].program, &b->parts[i].program);
    }
    return same;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const rb_expression *first; /* the list of all, protected by the lock; only grows */

const rb_outcome *rb_expression_outcome(const rb_scene *scene, const char *option, const char *text,
                                        rb_error *err) {
    rb_expression *e = rb_expression_parse(scene, option, text, err);
    if (e == NULL) {
        return NULL;
    }
    e->outcome.read = read_nothing;
    pthread_mutex_lock(&lock);
    const rb_expression *found = first;
    while (found != NULL && !is_same(found, e)) {
        found = found->next;
    }
    if (found == NULL) {
        e->next = first;
        first = found = e;
        e = NULL;
    }
    pthread_mutex_unlock(&lock);
    free(e);
    return &found->outcome;
}

const rb_expression *rb_expression_of(const rb_outcome *outcome) {
    return outcome->read == read_nothing ? (const rb_expression *)outcome : NULL;
}

bool rb_is_expression(const char *text) {
    while (isspace((unsigned char)*text)) {
        text++;
    }
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] != '\0';
}

bool rb_expression_next(const char **rest, char *item, size_t size) {
    const char *at = *rest;
    size_t length = 0, used = 0;
    int depth = 0;
    if (*at == '\0') {
        return false;
    }
    for (; at[length] != '\0' && !(at[length] == ',' && depth <= 0); length++) {
        depth += (at[length] == '(') - (at[length] == ')');
        if (used + 1 < size) {
            item[used++] = at[length];
        }
    }
    item[used] = '\0';
    *rest = at + length + (at[length] == ',');
    return true;
}
