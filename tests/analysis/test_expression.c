/* Outcomes by expression, against numbers computed by hand from the samples of a run. */
#include <math.h>
#include <string.h>

#include "analysis/expression.h"
#include "math/random.h"
#include "support.h"

static const rb_scene *stone(void) {
    static rb_scene scene;
    scene = rb_test_scene("k11-fig5", "t_end=1", NULL);
    return &scene;
}

static double number_of(const char *text) {
    rb_error err = {""};
    double value = NAN;
    rb_run_result result;
    const rb_outcome *o = rb_expression_outcome(stone(), "--value", text, &err);
    if (o == NULL) {
        fail_msg("%s", err.text);
    }
    const rb_expression_request request = {.until = 1, .outcomes = &o, .count = 1};
    assert_int_equal(rb_expressions_run(stone(), &request, &result, &value, &err), RB_OK);
    return value;
}

/* The samples of a CSV with a row per tick. */
typedef struct rows {
    int count;
    double omega3[1500], E[1500];
} rows;

static bool keep(void *context, const rb_moment *moment) {
    rows *r = context;
    r->omega3[r->count] = moment->now->omega.z;
    r->E[r->count++] = moment->now->E;
    return true;
}

static void numbers_of_the_samples(void **state) {
    (void)state;
    static rows r;
    rb_observer observer = {.every = 0.001, .observe = keep, .context = &r};
    rb_run_result result;
    assert_int_equal(rb_run(stone(), 1, &observer, &result, NULL), RB_OK);
    assert_int_equal(r.count, 1001);
    double largest = 0, least = INFINITY, mean = 0;
    for (int i = 0; i < r.count; i++) {
        largest = fmax(largest, fabs(r.omega3[i]));
        least = fmin(least, r.omega3[i]);
        mean += i > 0 ? 0.001 * (r.E[i] + r.E[i - 1]) / 2 : 0;
    }
    double E = result.summary.E_initial;
    assert_near(number_of("max(abs(omega3)) / E_initial"), largest / E, 1e-12 * largest / E);
    assert_near(number_of("min(omega3)"), least, 1e-12);
    assert_near(number_of("mean(E)"), mean, 1e-12 * E);
    assert_near(number_of("at(t=0.75, omega3)"), r.omega3[750], 1e-12);
    assert_near(number_of("-2 ^ 2 + (3 - 1) * 6 / 4"), -1, 1e-14);
    assert_near(number_of("(E_final / E_initial) ^ (1 / 2)"), sqrt(result.summary.E_final / E), 1e-14);
    assert_near(number_of("sqrt(mu * 2) + max(mu, 0.7)"), 1.7, 1e-15); /* mu = 0.5 */
    assert_near(number_of("count(reversal) - reversal_count"), 0, 0);
    assert_near(number_of("when(reversal) - first_reversal_time"), 0, 0);
    /* A parabola through samples is of third order in their distance: 1.8e-6 s off at 1 ms, 2.1e-7 at 0.5 ms.
     */
    assert_near(number_of("when(omega3 = 0)"), result.summary.first_reversal_time, 5e-6);
    assert_true(isnan(number_of("at(t=1000, omega3)")));
    assert_true(isnan(number_of("when(omega3 = 1000)")));
}

static void refused(const char *text, const char *message) {
    rb_error err = {""};
    assert_null(rb_expression_outcome(stone(), "--value", text, &err));
    if (strstr(err.text, message) == NULL) {
        fail_msg("%s: expected \"%s\", got \"%s\"", text, message, err.text);
    }
}

static void units(void **state) {
    (void)state;
    rb_error err = {""};
    const rb_outcome *o = rb_expression_outcome(stone(), "v", " max( abs(omega3) ) ", &err);
    assert_string_equal(o->unit, "rad/s");
    assert_string_equal(o->name, "max(abs(omega3))");
    assert_ptr_equal(o, rb_expression_outcome(stone(), "v", "max(abs(omega3))", &err)); /* one object */
    assert_string_equal(rb_expression_outcome(stone(), "v", "sqrt(E_initial/m)", &err)->unit, "m s^-1");
    assert_non_null(rb_expression_outcome(stone(), "v", "E_initial + m * (first_reversal_time * g)^2", &err));
    assert_non_null(rb_expression_outcome(stone(), "v", "max(omega3 - 2)", &err)); /* numbers fit any unit */
    refused("max(omega3) + a1", "position 1: sum of different units: rad/s and m");
    refused("2 * (E_initial - first_reversal_time)", "position 6: difference of different units: J and s");
    refused("max(m, a1)", "choice between different units: kg and m");
    refused("when(omega3 = a1)", "comparison of different units: rad/s and m");
    refused("m ^ mu", "position 3: expected a number as the power");
    for (int i = 0; i < rb_signal_count() + rb_outcome_count(); i++) {
        double powers[3];
        bool signal = i < rb_signal_count();
        const char *unit = signal ? rb_signal_at(i)->unit : rb_outcome_at(i - rb_signal_count())->unit;
        if (!rb_unit_read(unit, powers)) {
            fail_msg("%s: unknown unit", unit);
        }
    }
}

static void messages(void **state) {
    (void)state;
    refused("", "expected a number or a name, got the end");
    refused("max(omega3", "position 11: expected ), got the end");
    refused("omega3 * 2", "position 1: omega3 is a signal");
    refused("max(E_initial)", "position 5: E_initial is an outcome");
    refused("max(mean(omega3))", "within another");
    refused("when(dinner)", "expected an event of this body");
    refused("at(2, omega3)", "expected t=TIME");
    refused("at(t=-1, omega3)", "expected a time of 0 s or more");
    refused("sin(mu)", "expected abs, sqrt");
    refused("mu nu", "position 4: expected an operator or the end");
    refused("1e999", "expected a number");
    refused("wall_seconds * 1", "expected a signal, an outcome or a parameter"); /* not the same everywhere */
    char deep[256];
    memset(deep, '(', sizeof deep);
    deep[255] = '\0';
    refused(deep, "fewer nested brackets");
    memset(deep, '-', 255);
    refused(deep, "fewer nested brackets");
    refused("1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", "expected a shorter expression");
}

/* Random texts of the grammar's words: each is refused with a message or has a unit. */
static void any_text(void **state) {
    (void)state;
    static const char *const words[] = {
        "(", ")",         "max(", "min(", "mean(", "at(",  "when(",    "t=2,",   "abs(",   "sqrt(",
        "+", "-",         "*",    "/",    "^",     ",",    ";",        "=",      "omega3", "mu",
        "m", "E_initial", "2",    "1e-3", ".",     "\xc2", "reversal", "count(", " ",      "start.omega3"};
    int accepted = 0;
    for (int i = 0; i < 5000; i++) {
        char text[RB_EXPRESSION_TEXT + 64] = "";
        uint64_t seed = rb_mix((uint64_t)i + 1);
        int count = 1 + (int)(seed % 14);
        for (int k = 0; k < count; k++) {
            strcat(text, words[rb_mix(seed + (uint64_t)k) % (sizeof words / sizeof words[0])]);
        }
        rb_error err = {""};
        const rb_outcome *o = rb_expression_outcome(stone(), "v", text, &err);
        accepted += o != NULL;
        assert_true(o != NULL ? o->unit != NULL : err.text[0] != '\0');
    }
    assert_true(accepted > 25);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_the_samples),
        cmocka_unit_test(units),
        cmocka_unit_test(messages),
        cmocka_unit_test(any_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
