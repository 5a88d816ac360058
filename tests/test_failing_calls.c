/* The n-th call of a function of the system fails, for every n, in this very process: whoever made it
   must tell, replace nothing, and leave neither memory nor files open. (test_out_of_memory does the
   same to whole programs, with every allocation of every library.) */
#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/claims.h"
#include "base/file.h"
#include "base/json.h"
#include "base/table.h"
#include "support.h"

/* ---- what fails ------------------------------------------------------------------------------- */

typedef enum { MEMORY, OPEN, FSTAT, FDOPEN, FSYNC, RENAME, FCHMOD, THREAD, CALLS } call;

static const char *const call_names[CALLS] = {
    "an allocation", "open", "fstat", "fdopen", "fsync", "rename", "fchmod", "pthread_create"};

static call failing = CALLS;
static int countdown; /* calls until the one that fails */
static int repeat;    /* how many more fail behind it */
static int reason;    /* another errno than the usual one; 0: the usual one */
static bool hit;
static atomic_long living; /* allocations of our own that nobody has freed */

static bool fails(call which, int usual) {
    if (which != failing || countdown + repeat <= 0 || --countdown > 0) {
        return false;
    }
    hit = true;
    errno = reason != 0 ? reason : usual;
    return true;
}

/* The linker leads the calls of our own code through these. */
#define WRAP(type, name, parameters)                                                               \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters

WRAP(void *, malloc, (size_t size)) {
    void *memory = fails(MEMORY, ENOMEM) ? NULL : __real_malloc(size);
    living += memory != NULL;
    return memory;
}

WRAP(void *, calloc, (size_t count, size_t size)) {
    void *memory = fails(MEMORY, ENOMEM) ? NULL : __real_calloc(count, size);
    living += memory != NULL;
    return memory;
}

WRAP(void *, realloc, (void *old, size_t size)) {
    void *memory = fails(MEMORY, ENOMEM) ? NULL : __real_realloc(old, size);
    living += memory != NULL && old == NULL;
    return memory;
}

WRAP(void *, aligned_alloc, (size_t alignment, size_t size)) {
    void *memory = fails(MEMORY, ENOMEM) ? NULL : __real_aligned_alloc(alignment, size);
    living += memory != NULL;
    return memory;
}

WRAP(void, free, (void *memory)) {
    living -= memory != NULL;
    __real_free(memory);
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fails(OPEN, EMFILE) ? -1 : __real_open(path, flags, mode);
}

WRAP(int, fstat, (int handle, struct stat *info)) {
    return fails(FSTAT, EIO) ? -1 : __real_fstat(handle, info);
}

WRAP(FILE *, fdopen, (int handle, const char *mode)) {
    return fails(FDOPEN, ENOMEM) ? NULL : __real_fdopen(handle, mode);
}

WRAP(int, fsync, (int handle)) {
    return fails(FSYNC, EIO) ? -1 : __real_fsync(handle);
}

WRAP(int, rename, (const char *from, const char *to)) {
    return fails(RENAME, EACCES) ? -1 : __real_rename(from, to);
}

WRAP(int, fchmod, (int handle, mode_t mode)) {
    return fails(FCHMOD, EPERM) ? -1 : __real_fchmod(handle, mode);
}

WRAP(int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)) {
    return fails(THREAD, EAGAIN) ? EAGAIN
                                 : __real_pthread_create(thread, attributes, run, argument);
}

/* ---- what is done ----------------------------------------------------------------------------- */

static char folder[64], at[128], shelf[128], link_path[128], numbers_path[128];
static rb_scene stone, top;
static double result; /* of what gives a number: the same, or it is told */

static rb_status write_file(rb_error *err) {
    return rb_file_write(at, "new", 3, err);
}

static rb_status write_through_a_link(rb_error *err) {
    return rb_file_write(link_path, "new", 3, err);
}

static rb_status write_scene(rb_error *err) {
    return rb_scene_write_file(&stone, at, err);
}

static rb_status read_scene(rb_error *err) {
    char path[256];
    rb_scene scene;
    snprintf(path, sizeof path, "%s/stone.json", shelf);
    return rb_scene_read_file(path, &scene, err);
}

static rb_status load_library(rb_error *err) {
    rb_library *library = rb_library_create(shelf, err);
    rb_status status = library == NULL ? RB_ERR_IO : RB_OK;
    assert_true(library == NULL || rb_library_size(library) == 1);
    rb_library_destroy(library);
    return status;
}

static rb_status open_scene(rb_error *err) {
    rb_scene *scene = rb_scene_open("k11-fig5", err);
    rb_status status = scene == NULL ? RB_ERR_IO : RB_OK;
    rb_scene_close(scene);
    return status;
}

static rb_status run_scene(rb_error *err) {
    rb_run_result run;
    rb_status status = rb_run(&stone, 0.001, NULL, &run, err);
    result = run.summary.E_final;
    return status;
}

static rb_status run_batch(rb_error *err) {
    const rb_scene scenes[] = {stone, stone};
    rb_summary summaries[2];
    return rb_run_batch(scenes, 2, &(rb_batch){.until = 0.001}, summaries, err);
}

static rb_status record_scene(rb_error *err) {
    rb_recording *recording = rb_record(&stone, 0.0055, 5e-6, NULL, err); /* grows once */
    rb_status status = recording == NULL ? RB_ERR_MEMORY : RB_OK;
    rb_recording_destroy(recording);
    return status;
}

static rb_status make_runner(rb_error *err) {
    rb_runner *runner = NULL;
    rb_status status =
        rb_runner_create(&stone, (rb_runner_options){.threaded = true}, &runner, err);
    if (status == RB_OK) {
        rb_runner_destroy(runner);
    }
    return status;
}

static bool at_once(void *context, double share) {
    (void)context;
    (void)share;
    return true;
}

static rb_status measure_claim(rb_error *err) {
    rb_claim claim;
    return rb_claim_measure(&top, RB_CLAIM_VILKE, &claim, at_once, NULL, err);
}

static rb_status write_json(rb_error *err) {
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    for (int i = 0; i < 60; i++) {
        rb_json_number(&json, "a name that takes some room", i);
    }
    rb_json_end(&json);
    char *text = rb_json_finish(&json);
    rb_status status = text != NULL ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "json");
    free(text);
    return status;
}

static rb_status read_csv(rb_error *err) {
    rb_csv_table table;
    rb_status status = rb_csv_read(numbers_path, &table, err);
    result = status == RB_OK ? table.values[table.rows * table.columns - 1] : NAN;
    rb_csv_table_free(&table);
    return status;
}

static rb_status read_table(rb_error *err) {
    static rb_table table; /* large */
    rb_status status = rb_table_read(numbers_path, &table, err);
    result = status == RB_OK ? rb_table_value(&table, table.row_count - 1, 1) : NAN;
    rb_table_free(&table);
    return status;
}

static rb_status read_series(rb_error *err) {
    rb_fit_series series;
    rb_tracker camera = rb_tracker_default();
    rb_status status = rb_fit_series_read(&series, numbers_path, &stone, &camera, err);
    result = status == RB_OK ? series.values[series.frames * series.columns - 1] : NAN;
    rb_fit_series_free(&series);
    return status;
}

/* The search, and its first choice of a method. */
static rb_status make_fit(rb_error *err) {
    double t[] = {0, 0.01, 0.02}, values[] = {4, 3.999, 3.99};
    rb_fit_series series = {.frames = 3, .t = t, .columns = 1, .values = values, .scale = {1}};
    series.marker[0] = -1;
    series.signal[0] = rb_signal_of(stone.body, "omega3");
    rb_fit fit = {.scene = stone, .series = &series, .series_count = 1};
    assert_int_equal(rb_scene_set(&fit.scene, "t_end", "1e-2", NULL), RB_OK);
    assert_int_equal(rb_fit_add_free(&fit, "", "mu", NULL), RB_OK);
    rb_fit_result found = {.F = NAN};
    rb_status status = rb_sweep_fast_solver(&fit.scene, err);
    status = status == RB_OK ? rb_fit_begin(&fit, found.values, err) : status;
    status = status == RB_OK ? rb_fit_run(&fit, NULL, NULL, &found, err) : status;
    result = found.F + found.values[0] + found.evaluations;
    return status;
}

/* Runs a study with its journal, one job at a time. */
static rb_study study;
static char *definition;

static rb_status run_study(rb_status made, rb_error *err) {
    char journal[256];
    snprintf(journal, sizeof journal, "%s/journal", shelf);
    rb_study_options options = {.threads = 1, .journal = journal};
    rb_study_result found = {0};
    rb_status status = made == RB_OK ? rb_study_run(&study, &options, &found, err) : made;
    result = status == RB_OK ? found.rows[0] + found.rows[study.width] : NAN;
    rb_study_free(&found);
    rb_study_remove_journal(journal);
    free(definition);
    definition = NULL;
    return status;
}

static void vary_mu(rb_sweep *sweep) {
    rb_axis *axis = &sweep->axes[sweep->axis_count++];
    assert_int_equal(rb_axis_parse(axis, &stone, "", "mu=0.1:0.2:2", false, NULL), RB_OK);
}

static rb_status make_sweep(rb_error *err) {
    rb_sweep sweep = {.scene = stone};
    assert_int_equal(rb_scene_set(&sweep.scene, "t_end", "1e-3", NULL), RB_OK);
    vary_mu(&sweep);
    assert_int_equal(rb_sweep_add_values(&sweep, "", "E_final", NULL), RB_OK);
    rb_status made = rb_sweep_study(&sweep, "sweep", &study, &definition, err);
    return run_study(made, err);
}

static rb_status make_ensemble(rb_error *err) {
    rb_ensemble ensemble = {.sweep = {.scene = stone, .random_count = 2}, .samples = 2};
    assert_int_equal(rb_scene_set(&ensemble.sweep.scene, "t_end", "1e-3", NULL), RB_OK);
    assert_int_equal(rb_ensemble_vary(&ensemble, "", "mu=5%", NULL), RB_OK);
    assert_int_equal(rb_ensemble_add_signals(&ensemble, "", "E", NULL), RB_OK);
    rb_status made = rb_ensemble_study(&ensemble, "ensemble", &study, &definition, err);
    return run_study(made, err);
}

static rb_status make_diagram(rb_error *err) {
    rb_bifurcation diagram = {.sweep = {.scene = stone}, .points = 1};
    vary_mu(&diagram.sweep);
    assert_int_equal(rb_section_read(stone.body, "omega2=0", &diagram.section, NULL), RB_OK);
    rb_status made = rb_bifurcation_study(&diagram, "diagram", &study, &definition, err);
    return run_study(made, err);
}

static rb_status make_map(rb_error *err) {
    rb_map_request request = {.points = 1, .patience = 1};
    rb_map_point point;
    rb_map_result found;
    assert_int_equal(rb_section_read(stone.body, "omega2=0", &request.section, NULL), RB_OK);
    return rb_poincare(&stone, &request, &point, &found, err);
}

/* ---- what must hold --------------------------------------------------------------------------- */

static int open_files(void) {
    int count = 0;
    for (int handle = 0; handle < 256; handle++) {
        count += fcntl(handle, F_GETFD) >= 0;
    }
    return count;
}

/* Entries of the folder; a file that was written by half would be one more. */
static int entries(void) {
    int count = 0;
    DIR *open_folder = opendir(folder);
    assert_non_null(open_folder);
    while (readdir(open_folder) != NULL) {
        count++;
    }
    closedir(open_folder);
    return count;
}

static void put_old(void) {
    FILE *file = fopen(at, "w");
    assert_non_null(file);
    fputs("old", file);
    fclose(file);
}

static bool still_old(void) {
    char text[8] = "";
    FILE *file = fopen(at, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return strcmp(text, "old") == 0;
}

typedef struct operation {
    const char *name;
    rb_status (*run)(rb_error *err);
    bool writes;
} operation;

/* True if there was an n-th call. */
static bool fail_nth(const operation *o, double expected, call which, int n, int *errors) {
    put_old();
    int files = open_files(), names = entries();
    long alive = living;
    rb_error err = {""};
    hit = false;
    failing = which;
    countdown = n;
    rb_status status = o->run(&err);
    failing = CALLS;
    char where[128];
    snprintf(where, sizeof where, "%s, %d. call of %s", o->name, n, call_names[which]);
    if (open_files() != files || entries() != names || living != alive) {
        fail_msg("%s: left behind %d open files, %d names, %ld allocations", where,
                 open_files() - files, entries() - names, living - alive);
    }
    if (status != RB_OK && (!hit || err.text[0] == '\0')) {
        fail_msg("%s: status %d, \"%s\"", where, status, err.text);
    }
    if (status == RB_OK && result != expected && !isnan(expected)) {
        fail_msg("%s: no error, but %.17g instead of %.17g", where, result, expected);
    }
    /* A name whose folder could not be synced is there already. */
    if (o->writes && status != RB_OK && which != FSYNC && !still_old()) {
        fail_msg("%s: reported, but the old file is gone", where);
    }
    *errors += status != RB_OK;
    return hit;
}

static void every_call_fails_once(void **state) {
    (void)state;
    static const operation operations[] = {
        {"writing a file", write_file, true},
        {"writing through a link", write_through_a_link, true},
        {"writing a scene", write_scene, true},
        {"reading a scene", read_scene, false},
        {"loading the library", load_library, false},
        {"opening a scene", open_scene, false},
        {"a run", run_scene, false},
        {"a batch", run_batch, false},
        {"a recording", record_scene, false},
        {"a runner", make_runner, false},
        {"a claim", measure_claim, false},
        {"JSON", write_json, false},
        {"reading CSV", read_csv, false},
        {"reading a table", read_table, false},
        {"reading a series", read_series, false},
        {"a sweep", make_sweep, false},
        {"an ensemble", make_ensemble, false},
        {"a bifurcation diagram", make_diagram, false},
        {"a map", make_map, false},
        {"a fit", make_fit, false},
    };
    int calls = 0, errors = 0;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        result = NAN;
        assert_int_equal(operations[i].run(NULL), RB_OK);
        double expected = result;
        for (int which = 0; which < CALLS; which++) {
            for (int n = 1; fail_nth(&operations[i], expected, (call)which, n, &errors); n++) {
                calls++;
            }
        }
    }
    print_message("%d calls failed, %d of them were errors\n", calls, errors);
    assert_true(calls > 50);
    assert_true(errors > calls / 2);
}

/* What the system says decides: a name that is taken is no failure as long as another one is free, and
   what has no disk behind it cannot be synced. */
static void reasons_count(void **state) {
    (void)state;
    static const struct {
        call which;
        int reason, times;
        rb_status status;
        const char *text;
    } rows[] = {
        {OPEN, EEXIST, 5, RB_OK, ""},
        {OPEN, EEXIST, 1000, RB_ERR_IO, "File exists"},
        {OPEN, ENOMEM, 1, RB_ERR_MEMORY, "memory"},
        {FSYNC, EINVAL, 1, RB_OK, ""},
        {FSYNC, ENOTSUP, 1, RB_OK, ""},
        {FSYNC, ENOSPC, 1, RB_ERR_IO, "No space"},
        {RENAME, EXDEV, 1, RB_ERR_IO, "cross-device"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put_old();
        rb_error err = {""};
        failing = rows[i].which;
        reason = rows[i].reason;
        countdown = 1;
        repeat = rows[i].times - 1;
        rb_status status = rb_file_write(at, "new", 3, &err);
        failing = CALLS;
        reason = repeat = 0;
        assert_int_equal(status, rows[i].status);
        assert_contains(err.text, rows[i].text);
        assert_true(still_old() == (status != RB_OK));
    }
}

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/rattleback-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(at, sizeof at, "%s/file", folder);
    snprintf(shelf, sizeof shelf, "%s/shelf", folder);
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    assert_int_equal(mkdir(shelf, 0700), 0);
    assert_int_equal(symlink("file", link_path), 0);
    put_old();
    snprintf(numbers_path, sizeof numbers_path, "%s/numbers", folder);
    FILE *numbers = fopen(numbers_path, "w");
    assert_non_null(numbers);
    fputs("t,omega3\n", numbers);
    for (int i = 0; i < 1100; i++) { /* more than the first room for rows */
        fprintf(numbers, "%d,%d\n", i, -i);
    }
    fclose(numbers);
    stone = rb_test_scene("k11-fig5", NULL);
    top = rb_test_scene("tippetop-ka09", NULL);
    char path[256];
    snprintf(path, sizeof path, "%s/stone.json", shelf);
    assert_int_equal(rb_scene_write_file(&stone, path, NULL), RB_OK);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s/stone.json", shelf);
    unlink(path);
    unlink(at);
    unlink(link_path);
    unlink(numbers_path);
    rmdir(shelf);
    return rmdir(folder);
}

int main(void) {
    cJSON_Hooks hooks = {__wrap_malloc, __wrap_free};
    cJSON_InitHooks(&hooks); /* its allocations fail, too */
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_fails_once),
                                       cmocka_unit_test(reasons_count)};
    return cmocka_run_group_tests_name("failing calls", tests, make_folder, remove_folder);
}
