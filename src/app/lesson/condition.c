/* A recursive-descent parser that evaluates while it reads: conditions are short and not stored. */
#include "app/lesson/lesson.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { DEEPEST = 24, NAME_MAX_ = 96 };

typedef struct rb_reader {
    const char *at;
    rb_condition_lookup *lookup;
    const void *context;
    rb_error *err;
    rb_status status;
    int depth;
} rb_reader;

/* A number or a truth value. */
typedef struct rb_result {
    double number;
    bool truth; /* it is a truth value, 0 or 1 */
} rb_result;

static rb_result read_or(rb_reader *r);

static void skip(rb_reader *r) {
    while (isspace((unsigned char)*r->at)) {
        r->at++;
    }
}

static rb_result refuse(rb_reader *r, const char *expected, const char *at) {
    if (r->status == RB_OK) {
        r->status = rb_fail(r->err, RB_ERR_INPUT, "expected %s, got %s%.40s%s", expected,
                            *at != '\0' ? "\"" : "", *at != '\0' ? at : "the end", *at != '\0' ? "\"" : "");
    }
    return (rb_result){0};
}

static bool of_a_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Consumes the word if it is next. */
static bool take_word(rb_reader *r, const char *word) {
    skip(r);
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0 || of_a_name(r->at[length])) {
        return false;
    }
    r->at += length;
    return true;
}

static bool take_sign(rb_reader *r, const char *sign) {
    skip(r);
    size_t length = strlen(sign);
    if (strncmp(r->at, sign, length) != 0) {
        return false;
    }
    r->at += length;
    return true;
}

static rb_result in_brackets(rb_reader *r) {
    rb_result inner = read_or(r);
    if (r->status == RB_OK && !take_sign(r, ")")) {
        return refuse(r, "a closing )", r->at);
    }
    return inner;
}

static rb_result read_name(rb_reader *r) {
    char name[NAME_MAX_];
    size_t length = 0;
    while (of_a_name(r->at[length])) {
        length++;
    }
    if (length >= sizeof name) {
        return refuse(r, "a name of at most 95 characters", r->at);
    }
    snprintf(name, sizeof name, "%.*s", (int)length, r->at);
    r->at += length;
    rb_result result = {0};
    rb_status status = r->lookup(r->context, name, &result.number, r->err);
    r->status = r->status == RB_OK ? status : r->status;
    return result;
}

static rb_result number_of(rb_reader *r, rb_result value, const char *at) {
    return value.truth ? refuse(r, "a number", at) : value;
}

static rb_result read_factor(rb_reader *r) {
    skip(r);
    const char *at = r->at;
    if (r->status != RB_OK) {
        return (rb_result){0};
    }
    if (take_sign(r, "-")) {
        rb_result value = number_of(r, read_factor(r), at);
        value.number = -value.number;
        return value;
    }
    if (take_word(r, "abs")) {
        if (!take_sign(r, "(")) {
            return refuse(r, "( after abs", r->at);
        }
        rb_result value = number_of(r, in_brackets(r), at);
        value.number = fabs(value.number);
        return value;
    }
    if (take_sign(r, "(")) {
        return in_brackets(r);
    }
    if (isdigit((unsigned char)*at)) {
        char *end = NULL;
        rb_result value = {rb_number_read(at, &end), false};
        r->at = end;
        return isfinite(value.number) && !of_a_name(*end) ? value : refuse(r, "a number", at);
    }
    return isalpha((unsigned char)*at) ? read_name(r) : refuse(r, "a number or a name", at);
}

static rb_result read_term(rb_reader *r) {
    const char *at = r->at;
    rb_result value = read_factor(r);
    for (;;) {
        bool times = take_sign(r, "*");
        if (r->status != RB_OK || (!times && !take_sign(r, "/"))) {
            return value;
        }
        double left = number_of(r, value, at).number;
        double right = number_of(r, read_factor(r), at).number;
        value = (rb_result){times ? left * right : left / right, false};
    }
}

static rb_result read_sum(rb_reader *r) {
    const char *at = r->at;
    rb_result value = read_term(r);
    for (;;) {
        bool plus = take_sign(r, "+");
        if (r->status != RB_OK || (!plus && !take_sign(r, "-"))) {
            return value;
        }
        double left = number_of(r, value, at).number;
        double right = number_of(r, read_term(r), at).number;
        value = (rb_result){plus ? left + right : left - right, false};
    }
}

static rb_result read_comparison(rb_reader *r) {
    static const char *const signs[] = {"<=", ">=", "!=", "==", "<", ">", "="};
    const char *at = r->at;
    rb_result left = read_sum(r);
    int sign = 0;
    while (sign < 7 && !take_sign(r, signs[sign])) {
        sign++;
    }
    if (sign == 7 || r->status != RB_OK) {
        return left;
    }
    double a = number_of(r, left, at).number;
    double b = number_of(r, read_sum(r), at).number;
    bool known = !isnan(a) && !isnan(b);
    const bool holds[] = {a <= b, a >= b, a < b || a > b, !(a < b || a > b), a<b, a> b};
    return (rb_result){known && holds[sign == 6 ? 3 : sign], true};
}

static rb_result truth_of(rb_reader *r, rb_result value, const char *at) {
    return value.truth ? value : refuse(r, "a comparison (NAME < 1)", at);
}

static rb_result read_not(rb_reader *r) {
    bool turned = false;
    while (take_word(r, "not")) {
        turned = !turned;
    }
    skip(r);
    const char *at = r->at;
    rb_result value = read_comparison(r);
    if (turned) {
        value = truth_of(r, value, at);
        value.number = value.number == 0;
    }
    return value;
}

static rb_result read_and(rb_reader *r) {
    skip(r);
    const char *at = r->at;
    rb_result value = read_not(r);
    while (r->status == RB_OK && take_word(r, "and")) {
        bool left = truth_of(r, value, at).number != 0;
        skip(r);
        at = r->at;
        value = truth_of(r, read_not(r), at);
        value.number = value.number != 0 && left;
    }
    return value;
}

static rb_result read_or(rb_reader *r) {
    if (++r->depth > DEEPEST) {
        return refuse(r, "fewer brackets within brackets", r->at);
    }
    skip(r);
    const char *at = r->at;
    rb_result value = read_and(r);
    while (r->status == RB_OK && take_word(r, "or")) {
        bool left = truth_of(r, value, at).number != 0;
        skip(r);
        at = r->at;
        value = truth_of(r, read_and(r), at);
        value.number = value.number != 0 || left;
    }
    r->depth--;
    return value;
}

rb_status rb_condition_holds(const char *text, rb_condition_lookup *lookup, const void *context, bool *holds,
                             rb_error *err) {
    rb_reader r = {text, lookup, context, err, RB_OK, 0};
    rb_result value = truth_of(&r, read_or(&r), text);
    skip(&r);
    if (*r.at != '\0') {
        refuse(&r, "and, or, a comparison or the end", r.at);
    }
    *holds = r.status == RB_OK && value.number != 0;
    return r.status;
}

/* ---------------------------------------------------------------- names of runs */

/* Two kinds of bodies may use the same name for different outcomes. */
static const rb_outcome *outcome_of(const rb_body_kind *body, const char *name) {
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        if (strcmp(outcome->name, name) == 0 && rb_outcome_fits(outcome, body) &&
            !(outcome->flags & RB_OUTCOME_MACHINE)) {
            return outcome;
        }
    }
    return NULL;
}

static double signal_in(int signal, const rb_snapshot *snapshot) {
    return snapshot != NULL ? rb_signal_value(rb_signal_at(signal), snapshot) : NAN;
}

static rb_status value_of(const rb_condition_run *run, const char *name, double *value, rb_error *err) {
    bool first = strncmp(name, "first.", 6) == 0;
    const rb_outcome *outcome = first ? NULL : outcome_of(run->scene->body, name);
    int signal = rb_signal_of(run->scene->body, first ? name + 6 : name);
    rb_section section = RB_SECTION_COUNT;
    int index = -1;
    if (outcome == NULL && signal < 0 &&
        (first || rb_scene_find(run->scene, name, &section, &index, NULL) != RB_OK)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "expected an outcome, a signal or a parameter of a %s, got \"%s\" (\"rbsim "
                       "outcomes\" and \"rbsim params SCENE\" list them)",
                       run->scene->body->id, name);
    }
    if (run->summary == NULL) {
        *value = 1;
    } else if (outcome != NULL) {
        *value = rb_outcome_value(outcome, run->summary);
    } else if (signal >= 0) {
        *value = signal_in(signal, first ? run->first : run->latest);
    } else {
        *value = run->scene->values[section][index];
    }
    return RB_OK;
}

static rb_status look_up(const void *context, const char *name, double *value, rb_error *err) {
    const rb_condition_runs *runs = context;
    int run = runs->selected;
    if (strncmp(name, "run", 3) == 0 && isdigit((unsigned char)name[3])) {
        char *end = NULL;
        long number = strtol(name + 3, &end, 10);
        if (*end != '.' || number < 1 || number > runs->count) {
            return rb_fail(err, RB_ERR_INPUT,
                           "expected run1.NAME to run%d.NAME of the runs in this step, got \"%s\"",
                           runs->count, name);
        }
        run = (int)number - 1;
        name = end + 1;
    }
    return value_of(&runs->runs[run], name, value, err);
}

rb_status rb_condition_holds_for(const rb_condition_runs *runs, const char *condition, bool *holds,
                                 rb_error *err) {
    return rb_condition_holds(condition, look_up, runs, holds, err);
}
