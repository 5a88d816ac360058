/* Files, scenes and runs when the system fails: see failing_calls.h. (test_out_of_memory does the same
   to whole programs, with every allocation of every library.) */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "failing_calls.h"
#include "sim/csv.h"

static char shelf[128], link_path[128], numbers_path[128];
static rb_scene stone;

static rb_status write_file(rb_error *err) {
    return rb_file_write(rb_failing_file, "new", 3, err);
}

static rb_status write_through_a_link(rb_error *err) {
    return rb_file_write(link_path, "new", 3, err);
}

/* In place: there is no temporary file to remove. */
static rb_status write_device(rb_error *err) {
    return rb_file_write("/dev/null", "new", 3, err);
}

static rb_status write_scene(rb_error *err) {
    return rb_scene_write_file(&stone, rb_failing_file, err);
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
    rb_failing_result = run.summary.E_final;
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
    rb_status status = rb_runner_create(&stone, (rb_runner_options){.threaded = true}, &runner, err);
    if (status == RB_OK) {
        rb_runner_destroy(runner);
    }
    return status;
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
    rb_failing_result = status == RB_OK ? table.values[table.rows * table.columns - 1] : NAN;
    rb_csv_table_free(&table);
    return status;
}

static void every_call_fails_once(void **state) {
    (void)state;
    static const rb_operation operations[] = {
        {"writing a file", write_file, true},
        {"writing through a link", write_through_a_link, true},
        {"writing to a device", write_device, false},
        {"writing a scene", write_scene, true},
        {"reading a scene", read_scene, false},
        {"loading the library", load_library, false},
        {"opening a scene", open_scene, false},
        {"a run", run_scene, false},
        {"a batch", run_batch, false},
        {"a recording", record_scene, false},
        {"a runner", make_runner, false},
        {"JSON", write_json, false},
        {"reading CSV", read_csv, false},
    };
    rb_fail_every_call_once(operations, sizeof operations / sizeof *operations);
}

/* The errno decides: an existing name is not a failure while another one is free, and handles without a
   disk cannot be synced. */
static void the_errno_decides(void **state) {
    (void)state;
    static const struct {
        rb_call which;
        int reason, times;
        rb_status status;
        const char *text;
    } rows[] = {
        {RB_CALL_OPEN, EEXIST, 5, RB_OK, ""},
        {RB_CALL_OPEN, EEXIST, 1000, RB_ERR_IO, "File exists"},
        {RB_CALL_OPEN, ENOMEM, 1, RB_ERR_MEMORY, "memory"},
        {RB_CALL_FSYNC, EINVAL, 1, RB_OK, ""},
        {RB_CALL_FSYNC, ENOTSUP, 1, RB_OK, ""},
        {RB_CALL_FSYNC, ENOSPC, 1, RB_ERR_IO, "No space"},
        {RB_CALL_RENAME, EXDEV, 1, RB_ERR_IO, "cross-device"},
        {RB_CALL_ACCESS, EROFS, 1, RB_ERR_IO, "file: cannot be written: Read-only file system"},
        {RB_CALL_FCLOSE, EDQUOT, 1, RB_ERR_IO, "file: cannot be written: Disk quota exceeded"},
        {RB_CALL_FERROR, 0, 1, RB_ERR_IO, "file: cannot be written: Input/output error"},
        {RB_CALL_FDOPEN, EMFILE, 1, RB_ERR_IO, "Too many open files"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rb_failing_put_old();
        rb_error err = {""};
        rb_failing_begin(rows[i].which, 1, rows[i].times - 1, rows[i].reason);
        rb_status status = rb_file_write(rb_failing_file, "new", 3, &err);
        rb_failing_end();
        assert_int_equal(status, rows[i].status);
        assert_contains(err.text, rows[i].text);
        assert_true(rb_failing_still_old() == (status != RB_OK));
    }
}

/* A file with a read error is not accepted. */
static void a_truncated_file_is_rejected(void **state) {
    (void)state;
    static const rb_operation readers[] = {
        {"a scene", read_scene, false},
        {"CSV", read_csv, false},
    };
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        rb_error err = {""};
        rb_failing_begin(RB_CALL_FERROR, 1, 0, 0);
        rb_status status = readers[i].run(&err);
        assert_true(rb_failing_end());
        assert_int_equal(status, RB_ERR_IO);
        assert_contains(err.text, ": cannot be read: Input/output error");
    }
}

/* A file of another user keeps its owner and mode. If the owner cannot be set, the set-user-ID bit is
   removed. */
static void owner_and_mode_are_kept(void **state) {
    (void)state;
    enum { OTHER_USER = 12345 };
    const char *file = rb_failing_file;
    struct stat info;
    for (int refused = 0; refused < 2; refused++) {
        rb_failing_put_old();
        if (chown(file, OTHER_USER, OTHER_USER) != 0) {
            skip(); /* only root may change the owner */
        }
        assert_int_equal(chmod(file, 06755), 0);
        rb_failing_begin(RB_CALL_FCHOWN, refused, 0, 0);
        assert_int_equal(rb_file_write(file, "new", 3, NULL), RB_OK);
        assert_true(rb_failing_end() == (refused == 1));
        assert_false(rb_failing_still_old());
        assert_int_equal(stat(file, &info), 0);
        assert_int_equal(info.st_uid, refused ? geteuid() : OTHER_USER);
        assert_int_equal(info.st_gid, refused ? getegid() : OTHER_USER);
        assert_int_equal(info.st_mode & 07777, refused ? 0755 : 06755);
        unlink(file);
    }
}

static int make_folder(void **state) {
    rb_failing_make_folder(state);
    snprintf(shelf, sizeof shelf, "%s/shelf", rb_failing_folder);
    snprintf(link_path, sizeof link_path, "%s/link", rb_failing_folder);
    assert_int_equal(mkdir(shelf, 0700), 0);
    assert_int_equal(symlink("file", link_path), 0);
    snprintf(numbers_path, sizeof numbers_path, "%s/numbers", rb_failing_folder);
    FILE *numbers = fopen(numbers_path, "w");
    assert_non_null(numbers);
    fputs("t,omega3\n", numbers);
    for (int i = 0; i < 1100; i++) { /* more than the initial capacity of rows */
        fprintf(numbers, "%d,%d\n", i, -i);
    }
    fclose(numbers);
    stone = rb_test_scene("k11-fig5", NULL);
    char path[256];
    snprintf(path, sizeof path, "%s/stone.json", shelf);
    assert_int_equal(rb_scene_write_file(&stone, path, NULL), RB_OK);
    return 0;
}

static int remove_folder(void **state) {
    char path[256];
    snprintf(path, sizeof path, "%s/stone.json", shelf);
    unlink(path);
    unlink(link_path);
    unlink(numbers_path);
    rmdir(shelf);
    return rb_failing_remove_folder(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_fails_once), cmocka_unit_test(the_errno_decides),
        cmocka_unit_test(a_truncated_file_is_rejected), cmocka_unit_test(owner_and_mode_are_kept)};
    return cmocka_run_group_tests_name("failing calls", tests, make_folder, remove_folder);
}
