/* Parser of expressions: recursive descent with limited depth, which emits code and checks units on the way.
   sum = product {(+|-) product}; product = power {(*|/) power}; power = [-] operand [^ power]. */
#include "analysis/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "base/text.h"

/* What the parser knows about a value. */
typedef struct value {
    double powers[3]; /* of m, kg, s */
    bool constant;    /* numbers only: fits any unit in sums and comparisons */
    double number;    /* of a constant */
    const char *unit; /* text of the unit, if it is that of an operand; NULL: from the powers */
} value;

typedef struct parser {
    const char *begin, *at;
    const rb_scene *scene;
    rb_expression *out;
    rb_program *into; /* the program that is being written */
    bool over_time;   /* within max(...) and the like: signals are allowed */
    int depth;
    bool failed;
    const char *option;
    rb_error *err;
    rb_instruction unused;          /* written after an error */
    rb_expression_part unused_part; /* the same */
} parser;

static value read_sum(parser *p);

/* ---------------------------------------------------------------- messages and words */

static value refuse(parser *p, const char *at, const char *what) {
    if (!p->failed) {
        rb_fail(p->err, RB_ERR_INPUT, "%s: \"%.200s\": position %d: %s", p->option, p->begin,
                (int)(at - p->begin) + 1, what);
    }
    p->failed = true;
    return (value){.constant = true};
}

static void skip(parser *p) {
    while (isspace((unsigned char)*p->at)) {
        p->at++;
    }
}

static bool take(parser *p, char sign) {
    skip(p);
    bool found = !p->failed && *p->at == sign;
    p->at += found;
    return found;
}

static bool need(parser *p, char sign) {
    if (take(p, sign)) {
        return true;
    }
    char text[64];
    snprintf(text, sizeof text, "expected %c%s", sign, *p->at == '\0' ? ", got the end" : "");
    refuse(p, p->at, text);
    return false;
}

static bool take_separator(parser *p) {
    return take(p, ',') || take(p, ';');
}

static bool of_a_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Reads a name; false if there is none or it is too long. */
static bool take_name(parser *p, char *name, size_t size) {
    skip(p);
    size_t length = 0;
    while (of_a_name(p->at[length])) {
        length++;
    }
    if (length == 0 || length >= size || isdigit((unsigned char)*p->at)) {
        return false;
    }
    memcpy(name, p->at, length);
    name[length] = '\0';
    p->at += length;
    return true;
}

static rb_instruction *emit(parser *p, rb_operation operation) {
    if (p->failed || p->into->count == RB_EXPRESSION_CODE) {
        refuse(p, p->at, "expected a shorter expression");
        return &p->unused;
    }
    rb_instruction *i = &p->into->code[p->into->count++];
    i->operation = operation;
    return i;
}

/* ---------------------------------------------------------------- units */

static bool is_pure(const value *v) {
    return v->powers[0] == 0 && v->powers[1] == 0 && v->powers[2] == 0;
}

static bool same_unit(const value *a, const value *b) {
    bool same = true;
    for (int k = 0; k < 3; k++) {
        same = same && fabs(a->powers[k] - b->powers[k]) < 1e-9;
    }
    return same;
}

static void write_unit(const value *v, char *text, size_t size) {
    static const char *const names[] = {"m", "kg", "s"};
    if (v->unit != NULL) {
        snprintf(text, size, "%s", v->unit);
        return;
    }
    size_t used = 0;
    text[0] = '\0';
    for (int k = 0; k < 3 && used < size; k++) {
        double power = v->powers[k];
        if (power == 1) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "", names[k]);
        } else if (power != 0) {
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s^%.3g", used > 0 ? " " : "", names[k], power);
        }
    }
}

static value of_unit(parser *p, const char *at, const char *unit) {
    value v = {.unit = unit};
    return rb_unit_read(unit, v.powers) ? v : refuse(p, at, "the unit of this name is not known");
}

/* The unit of a sum, a comparison or a choice; refuses different units. */
static value join(parser *p, const char *at, value a, value b, const char *what) {
    if (a.constant || b.constant || same_unit(&a, &b)) {
        value v = a.constant ? b : a;
        v.constant = a.constant && b.constant;
        return v;
    }
    char first[96], second[96], text[320];
    write_unit(&a, first, sizeof first);
    write_unit(&b, second, sizeof second);
    snprintf(text, sizeof text, "%s different units: %s and %s", what,
             first[0] != '\0' ? first : "a pure number", second[0] != '\0' ? second : "a pure number");
    return refuse(p, at, text);
}

/* ---------------------------------------------------------------- names */

static value read_name(parser *p) {
    char name[96], text[240];
    const char *at = p->at;
    rb_error why;
    rb_section section = RB_SECTION_COUNT;
    int index = -1;
    if (!take_name(p, name, sizeof name)) {
        return refuse(
            p, at, *at == '\0' ? "expected a number or a name, got the end" : "expected a number or a name");
    }
    const rb_outcome *outcome = rb_expression_find_outcome(p->scene->body, name);
    int signal = rb_signal_of(p->scene->body, name);
    if (p->over_time && signal >= 0) {
        emit(p, RB_OP_SIGNAL)->signal = rb_signal_at(signal);
        return of_unit(p, at, rb_signal_at(signal)->unit);
    }
    if (!p->over_time && outcome != NULL) {
        emit(p, RB_OP_OUTCOME)->outcome = outcome;
        return of_unit(p, at, outcome->unit);
    }
    if (outcome != NULL || signal >= 0) {
        snprintf(
            text, sizeof text,
            outcome != NULL
                ? "%s is an outcome, a number of the whole run: expected it outside of min, max, mean and at"
                : "%s is a signal, which changes with time: expected max(%s), mean(%s), at(t=2, %s) or the "
                  "like",
            name, name, name, name);
        return refuse(p, at, text);
    }
    if (rb_scene_find(p->scene, name, &section, &index, &why) != RB_OK) {
        snprintf(text, sizeof text, "expected a signal, an outcome or a parameter of a %s, got %s",
                 p->scene->body->id, name);
        return refuse(p, at, text);
    }
    rb_instruction *i = emit(p, RB_OP_PARAMETER);
    i->section = section;
    i->index = index;
    i->parameter = &rb_scene_table(p->scene, section).rows[index];
    return of_unit(p, at, i->parameter->unit);
}

static value read_number(parser *p) {
    char *end = NULL;
    const char *at = p->at;
    double number = rb_number_read(at, &end);
    if (end == at || !isfinite(number) || of_a_name(*end)) {
        return refuse(p, at, "expected a number");
    }
    p->at = end;
    emit(p, RB_OP_NUMBER)->number = number;
    return (value){.constant = true, .number = number};
}

/* ---------------------------------------------------------------- functions */

/* Is there a second argument before the bracket closes? */
static bool has_two_arguments(const char *at) {
    int depth = 0;
    for (; *at != '\0' && depth >= 0; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0 && (*at == ',' || *at == ';')) {
            return true;
        }
    }
    return false;
}

static rb_expression_part *begin_part(parser *p, const char *at, rb_collection collection) {
    bool full = p->out->part_count == RB_EXPRESSION_PARTS;
    if (p->over_time || full) {
        refuse(p, at,
               full ? "expected fewer functions of time"
                    : "expected no min, max, mean, at, when or count within another");
        p->unused_part.program.count = 0;
        return &p->unused_part;
    }
    emit(p, RB_OP_PART)->index = p->out->part_count;
    rb_expression_part *part = &p->out->parts[p->out->part_count++];
    part->collection = collection;
    return part;
}

/* Reads a sum of signals into the program of a part; extends it if it is not empty. */
static value read_over_time(parser *p, rb_expression_part *part) {
    rb_program *outer = p->into;
    bool over_time = p->over_time;
    p->into = &part->program;
    p->over_time = true;
    value v = read_sum(p);
    p->into = outer;
    p->over_time = over_time;
    v.constant = false;
    return v;
}

/* when(EVENT), count(EVENT), when(SUM = SUM). */
static value read_when(parser *p, const char *at, bool counts) {
    rb_expression_part *part = begin_part(p, at, counts ? RB_COLLECT_COUNT : RB_COLLECT_EVENT);
    value seconds = {.powers = {0, 0, counts ? 0 : 1}, .unit = counts ? "" : "s"};
    char name[32];
    const char *argument = p->at;
    if (take_name(p, name, sizeof name) && take(p, ')')) {
        snprintf(part->event, sizeof part->event, "%s", name);
        return rb_expression_has_event(p->scene->body, name)
                   ? seconds
                   : refuse(p, argument, "expected an event of this body (reversal, rest, lift_off, ...)");
    }
    if (counts) {
        return refuse(p, argument, "expected the name of an event");
    }
    p->at = argument;
    part->collection = RB_COLLECT_WHEN;
    value left = read_over_time(p, part);
    if (!need(p, '=')) {
        return seconds;
    }
    int before = part->program.count;
    value right = read_over_time(p, part);
    right.constant =
        part->program.count == before + 1 && part->program.code[before].operation == RB_OP_NUMBER;
    join(p, argument, left, right, "comparison of");
    rb_program *outer = p->into;
    p->into = &part->program;
    emit(p, RB_OP_SUBTRACT);
    p->into = outer;
    need(p, ')');
    return seconds;
}

/* at(t=TIME, SUM). */
static value read_at(parser *p, const char *at) {
    rb_expression_part *part = begin_part(p, at, RB_COLLECT_AT);
    char name[8];
    skip(p);
    const char *argument = p->at;
    if (!take_name(p, name, sizeof name) || strcmp(name, "t") != 0 || !take(p, '=')) {
        return refuse(p, argument, "expected t=TIME and a comma");
    }
    skip(p);
    char *end = NULL;
    part->t = rb_number_read(p->at, &end);
    if (end == p->at || !(part->t >= 0) || !isfinite(part->t)) {
        return refuse(p, p->at, "expected a time of 0 s or more");
    }
    p->at = end;
    if (!take_separator(p)) {
        return refuse(p, p->at, "expected a comma and what to read at this time");
    }
    value v = read_over_time(p, part);
    need(p, ')');
    return v;
}

static value read_root(parser *p, bool root) {
    value v = read_sum(p);
    emit(p, root ? RB_OP_SQRT : RB_OP_ABS);
    need(p, ')');
    v.number = fabs(v.number);
    if (root) {
        v.unit = is_pure(&v) ? v.unit : NULL;
        v.constant = false;
        for (int k = 0; k < 3; k++) {
            v.powers[k] /= 2;
        }
    }
    return v;
}

/* min and max of two numbers, or of one over time; mean over time. */
static value read_extreme(parser *p, const char *at, rb_collection collection) {
    if (collection != RB_COLLECT_MEAN && has_two_arguments(p->at)) {
        value a = read_sum(p);
        if (!take_separator(p)) {
            return refuse(p, p->at, "expected a comma");
        }
        value b = read_sum(p);
        emit(p, collection == RB_COLLECT_MIN ? RB_OP_MIN : RB_OP_MAX);
        need(p, ')');
        return join(p, at, a, b, "choice between");
    }
    value v = read_over_time(p, begin_part(p, at, collection));
    need(p, ')');
    return v;
}

static value read_function(parser *p, const char *at, const char *name) {
    static const char *const names[] = {"abs", "sqrt", "min", "max", "mean", "at", "when", "count"};
    int which = 0;
    while (which < 8 && strcmp(names[which], name) != 0) {
        which++;
    }
    switch (which) {
    case 0:
    case 1: return read_root(p, which == 1);
    case 2: return read_extreme(p, at, RB_COLLECT_MIN);
    case 3: return read_extreme(p, at, RB_COLLECT_MAX);
    case 4: return read_extreme(p, at, RB_COLLECT_MEAN);
    case 5: return read_at(p, at);
    case 6:
    case 7: return read_when(p, at, which == 7);
    default: return refuse(p, at, "expected abs, sqrt, min, max, mean, at, when or count before (");
    }
}

/* ---------------------------------------------------------------- operators */

static value read_operand(parser *p) {
    skip(p);
    const char *at = p->at;
    char name[96];
    if (take(p, '(')) {
        value v = read_sum(p);
        need(p, ')');
        return v;
    }
    if (isdigit((unsigned char)*at) || *at == '.') {
        return read_number(p);
    }
    if (take_name(p, name, sizeof name) && take(p, '(')) {
        return read_function(p, at, name);
    }
    p->at = at;
    return read_name(p);
}

static value read_power(parser *p) {
    if (p->failed || ++p->depth > RB_EXPRESSION_DEPTH) {
        return refuse(p, p->at, "expected fewer nested brackets");
    }
    if (take(p, '-')) {
        value v = read_power(p);
        emit(p, RB_OP_NEGATE);
        v.number = -v.number;
        p->depth--;
        return v;
    }
    value v = read_operand(p);
    skip(p);
    const char *at = p->at;
    if (take(p, '^')) {
        value exponent = read_power(p);
        emit(p, RB_OP_POWER);
        if (!exponent.constant && !(is_pure(&v) && is_pure(&exponent))) {
            v = refuse(p, at, "expected a number as the power of something with a unit");
        }
        for (int k = 0; k < 3; k++) {
            v.powers[k] *= exponent.constant ? exponent.number : 1;
        }
        v.unit = is_pure(&v) ? v.unit : NULL;
        v.constant = false;
    }
    p->depth--;
    return v;
}

static value read_product(parser *p) {
    value v = read_power(p);
    for (;;) {
        bool times = take(p, '*');
        if (p->failed || (!times && !take(p, '/'))) {
            return v;
        }
        value w = read_power(p);
        emit(p, times ? RB_OP_MULTIPLY : RB_OP_DIVIDE);
        v.unit = is_pure(&w) ? v.unit : is_pure(&v) && times ? w.unit : NULL;
        v.constant = v.constant && w.constant;
        v.number = times ? v.number * w.number : v.number / w.number;
        for (int k = 0; k < 3; k++) {
            v.powers[k] += times ? w.powers[k] : -w.powers[k];
        }
    }
}

static value read_sum(parser *p) {
    skip(p);
    const char *at = p->at;
    value v = read_product(p);
    for (;;) {
        bool plus = take(p, '+');
        if (p->failed || (!plus && !take(p, '-'))) {
            return v;
        }
        value w = read_product(p);
        emit(p, plus ? RB_OP_ADD : RB_OP_SUBTRACT);
        double number = plus ? v.number + w.number : v.number - w.number;
        v = join(p, at, v, w, plus ? "sum of" : "difference of");
        v.number = number;
    }
}

/* ---------------------------------------------------------------- whole texts */

rb_expression *rb_expression_parse(const rb_scene *scene, const char *option, const char *text,
                                   rb_error *err) {
    rb_expression *e = calloc(1, sizeof *e);
    if (e == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", option);
        return NULL;
    }
    parser p = {.begin = text,
                .at = text,
                .scene = scene,
                .out = e,
                .into = &e->program,
                .option = option,
                .err = err};
    if (!rb_expression_name(text, e->text, sizeof e->text)) {
        refuse(&p, text, "expected at most 255 characters");
    }
    value v = read_sum(&p);
    skip(&p);
    if (*p.at != '\0') {
        refuse(&p, p.at, "expected an operator or the end");
    }
    if (p.failed) {
        free(e);
        return NULL;
    }
    write_unit(&v, e->unit, sizeof e->unit);
    e->outcome = (rb_outcome){.name = e->text,
                              .title = e->text,
                              .symbol = e->text,
                              .unit = e->unit,
                              .help = e->text,
                              .decimals = 6};
    return e;
}
