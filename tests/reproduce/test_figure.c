/* The table of figures, its files, and the page that resumes. That the numbers are right is checked by
   `rbsim figure check` (test "figures"). */
#include <math.h>
#include <unistd.h>

#include "base/system.h"
#include "reproduce/figure.h"
#include "support.h"

/* Every figure and table with data of the five papers. */
static const char *const expected[] = {
    "k11-2",  "k11-3",  "k11-4",  "k11-5",  "k11-6",   "ak18-3",     "ak18-5",     "ak18-6", "ak18-7",
    "ak18-8", "k12-3",  "k12-6",  "k12-7a", "k12-7b",  "k12-8",      "k12-9",      "k12-10", "k12-11",
    "k12-12", "k12-13", "k12-14", "k15-3",  "k15-6",   "k15-7",      "k15-8",      "k15-9",  "ka09-2",
    "ka09-3", "ka09-6", "ka09-7", "ka09-8", "ka09-10", "k15-table1", "ak18-table1"};
enum { EXPECTED = sizeof expected / sizeof expected[0] };

static void every_figure_has_a_row(void **state) {
    (void)state;
    assert_int_equal(rb_figure_count(), EXPECTED);
    for (int i = 0; i < EXPECTED; i++) {
        const rb_figure *f = rb_figure_find(expected[i]);
        assert_non_null(f);
        assert_true(strlen(f->shows) > 10 && strlen(f->runs) > 10 && strlen(f->claim) > 10);
        bool needs_note = f->verdict == RB_VERDICT_DIFFERS || f->verdict == RB_VERDICT_MISSING ||
                          f->verdict == RB_VERDICT_UNPUBLISHED;
        assert_true(!needs_note || f->note != NULL); /* differs, but why? */
    }
    assert_null(rb_figure_find("k11-99"));
    assert_null(rb_figure_at(EXPECTED));
    assert_null(rb_figure_at(-1));
}

/* A number outside its bounds fails the figure and is named; without bounds it is only reported. */
static void numbers_are_checked(void **state) {
    (void)state;
    rb_figure_data *d = calloc(1, sizeof *d);
    char verdict[600];
    d->figure = rb_figure_find("k12-8");
    rb_figure_number_add(d, "reported", 5, NAN, NAN);
    rb_figure_number_add(d, "good", 2, 1, 3);
    assert_true(rb_figure_holds(d));
    rb_figure_verdict(d, verdict, sizeof verdict);
    assert_contains(verdict, "differs: ");
    rb_figure_number_add(d, "bad", 4, 1, 3);
    assert_false(rb_figure_holds(d));
    rb_figure_verdict(d, verdict, sizeof verdict);
    assert_string_equal(verdict, "CHECK FAILED: bad is 4, expected 1 to 3");
    d->number_count = 0;
    rb_figure_number_add(d, "not a number", NAN, 1, 3);
    assert_false(rb_figure_holds(d));
    free(d);
}

/* A chart for every figure that is quick to make; all points are in its CSV. */
static void charts_and_points(void **state) {
    (void)state;
    static const char *const quick[] = {"k11-2", "k11-3", "k12-3", "k15-3", "ak18-3", "ka09-10"};
    for (size_t i = 0; i < sizeof quick / sizeof quick[0]; i++) {
        rb_figure_data *d = malloc(sizeof *d);
        rb_error err;
        assert_int_equal(rb_figure_make(rb_figure_find(quick[i]), NULL, d, &err), RB_OK);
        assert_false(d->stopped);
        assert_true(rb_figure_holds(d));
        assert_true(d->plot_count >= 1);
        int points = 0, lines = -1;
        for (int k = 0; k < d->curve_count; k++) {
            points += d->curves[k].count;
        }
        rb_text_stream out;
        assert_true(rb_text_open(&out));
        rb_figure_write_csv(out.stream, d);
        assert_true(rb_text_close(&out));
        assert_true(strncmp(out.text, "panel,curve,x,y,value\n", 22) == 0);
        for (const char *at = out.text; *at != '\0'; at++) {
            lines += *at == '\n';
        }
        assert_int_equal(lines, points);
        free(out.text);
        rb_figure_free(d);
        free(d);
    }
}

/* A study of a figure keeps a journal until the figure's files are written. */
static rb_status count_jobs(const void *context, int64_t first, int count, const rb_study_control *control,
                            double *rows, rb_error *err) {
    (void)context, (void)control, (void)err;
    for (int i = 0; i < count; i++) {
        rows[i] = (double)(first + i);
    }
    return RB_OK;
}

static void journals_of_studies(void **state) {
    (void)state;
    char folder[] = "/tmp/rattleback-journal-XXXXXX", path[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/k11-6-a.journal", folder);
    rb_figure_data *d = calloc(1, sizeof *d);
    rb_error err;
    d->figure = rb_figure_find("k11-6");
    d->options = (rb_figure_options){.threads = 1, .journal = folder};
    d->err = &err;
    rb_study study = {.definition = "a test\n",
                      .title = "a test",
                      .job_count = 5,
                      .width = 1,
                      .chunk = 1,
                      .work = count_jobs};
    rb_study_result result;
    for (int i = 0; i < 2; i++) { /* the second time from the journal */
        assert_int_equal(rb_figure_study(d, "a", &study, &result), RB_OK);
        assert_near(result.rows[4], 4, 0);
        rb_study_free(&result);
        assert_int_equal(access(path, F_OK), 0);
    }
    study.definition = "another test\n"; /* a journal of another definition is replaced */
    assert_int_equal(rb_figure_study(d, "a", &study, &result), RB_OK);
    assert_false(d->stopped);
    rb_study_free(&result);
    rb_figure_remove_journals(d);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(rmdir(folder), 0);
    free(d);
}

/* ---------------------------------------------------------------- the page */

typedef struct watch {
    int allowed, made, resumed; /* figures until it is cancelled; what was reported */
} watch;

static void report(void *context, const rb_figure *figure, int index, int count, const char *verdict,
                   bool resumed) {
    watch *w = context;
    (void)figure, (void)index, (void)count;
    w->made += !resumed;
    w->resumed += resumed;
    assert_true(resumed || strlen(verdict) > 0);
}

static bool cancelled(void *context, double share) {
    watch *w = context;
    (void)share;
    return w->made + w->resumed >= w->allowed;
}

static bool make_page(const char *folder, watch *w) {
    rb_page_options options = {
        .folder = folder,
        .figures = {.threads = 1, .journal = folder, .cancelled = cancelled, .context = w},
        .report = report,
        .context = w};
    int failed = -1;
    bool complete = true;
    rb_error err;
    assert_int_equal(rb_page_make(&options, &failed, &complete, &err), RB_OK);
    assert_int_equal(failed, 0);
    return complete;
}

static bool exists(const char *folder, const char *name) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void an_interrupted_page_is_continued(void **state) {
    (void)state;
    char folder[] = "/tmp/rattleback-page-XXXXXX";
    assert_non_null(mkdtemp(folder));
    watch first = {.allowed = 3};
    assert_false(make_page(folder, &first)); /* within the fourth, k11-5 */
    assert_int_equal(first.made, 3);
    assert_true(exists(folder, "k11-2.svg") && exists(folder, "k11-4.pdf"));
    assert_true(exists(folder, "k11-4.html") && !exists(folder, "k11-5.html"));
    assert_false(exists(folder, "index.html"));
    watch second = {.allowed = 4};
    assert_false(make_page(folder, &second));
    assert_int_equal(second.resumed, 3);
    assert_int_equal(second.made, 1);
    assert_true(exists(folder, "k11-5.html"));
    assert_int_equal(rb_test_remove_tree(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_figure_has_a_row),
        cmocka_unit_test(numbers_are_checked),
        cmocka_unit_test(charts_and_points),
        cmocka_unit_test(journals_of_studies),
        cmocka_unit_test(an_interrupted_page_is_continued),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
