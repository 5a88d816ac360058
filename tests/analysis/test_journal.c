/* Journals of studies: ownership, valid lines, and full disks. */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/study_private.h"
#include "base/file.h"
#include "support.h"

enum { JOBS = 3, WIDTH = 2 };

static const rb_study study = {
    .definition = "two\nlines", .title = "squares\nof numbers", .job_count = JOBS, .width = WIDTH};
static char path[64];
static double rows[JOBS * WIDTH];
static unsigned char done[JOBS];
static int64_t count;
static rb_error err;

static void new_path(void) {
    snprintf(path, sizeof path, "/tmp/rattleback-journal-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    unlink(path);
}

static rb_status read_back(void) {
    memset(rows, 0, sizeof rows);
    memset(done, 0, sizeof done);
    count = 0;
    err.text[0] = '\0';
    return rb_journal_read(path, &study, rows, done, &count, &err);
}

/* Appends a line with its checksum. */
static void append(const char *line) {
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fprintf(file, "%s %08" PRIx32 "\n", line, rb_crc32(0, line, strlen(line)));
    fclose(file);
}

/* The first line of this study's journal, without its checksum. */
static void head(char *line, size_t size) {
    new_path();
    rb_journal journal;
    assert_int_equal(rb_journal_open(&journal, path, &study, false, &err), RB_OK);
    rb_journal_close(&journal);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, (int)size, file));
    fclose(file);
    *strrchr(line, ' ') = '\0';
    unlink(path);
}

static void rows_come_back(void **state) {
    (void)state;
    new_path();
    assert_int_equal(read_back(), RB_OK); /* missing file: nothing is done */
    rb_journal journal;
    assert_int_equal(rb_journal_open(&journal, path, &study, false, &err), RB_OK);
    const double written[] = {1, -0.0, 3, 1e-320};
    assert_int_equal(rb_journal_add(&journal, 1, 2, WIDTH, written, &err), RB_OK);
    rb_journal_close(&journal);
    assert_int_equal(read_back(), RB_OK);
    assert_int_equal(count, 2);
    assert_true(!done[0] && done[1] && done[2]);
    assert_memory_equal(rows + WIDTH, written, sizeof written);
    assert_int_equal(rb_journal_open(&journal, path, &study, false, &err), RB_ERR_IO); /* is there */
    unlink(path);
    rb_journal none;
    assert_int_equal(rb_journal_open(&none, NULL, &study, false, &err), RB_OK);
    assert_int_equal(rb_journal_add(&none, 0, 1, WIDTH, written, &err), RB_OK);
    rb_journal_close(&none);
    assert_int_equal(rb_journal_read(NULL, &study, rows, done, &count, &err), RB_OK);
}

/* Complete lines with valid checksums that are not rows of this study. */
static void invalid_rows_are_ignored(void **state) {
    (void)state;
    static const char *const lines[] = {
        "",
        "no number 3ff0000000000000 3ff0000000000000",
        "-1 3ff0000000000000 3ff0000000000000",
        "3 3ff0000000000000 3ff0000000000000",                    /* beyond the last job */
        "99999999999999999999 3ff0000000000000 3ff0000000000000", /* beyond any number */
        "0 3ff0000000000000",                                     /* too short */
        "0 3ff0000000000000 3ff0000000000000 3ff0000000000000",
        "0 3ff000000000000g 3ff0000000000000",
        "0,3ff0000000000000 3ff0000000000000",
        "0 3ff0000000000000,3ff0000000000000",
    };
    char line[1024];
    head(line, sizeof line);
    append(line);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        append(lines[i]);
    }
    append("2 3ff0000000000000 4000000000000000");
    append("2 3ff0000000000000 4000000000000000"); /* a duplicate counts once */
    assert_int_equal(read_back(), RB_OK);
    assert_int_equal(count, 1);
    assert_true(!done[0] && !done[1] && done[2]);
    assert_true(rows[2 * WIDTH] == 1 && rows[2 * WIDTH + 1] == 2);
    unlink(path);
}

static void refused(const char *line, const char *part) {
    new_path();
    append(line);
    assert_int_equal(read_back(), RB_ERR_INPUT);
    assert_contains(err.text, path);
    assert_contains(err.text, part);
    unlink(path);
}

static void journals_of_other_studies_are_rejected(void **state) {
    (void)state;
    char line[1024], other[1024];
    head(line, sizeof line);
    assert_contains(line, "squares of numbers"); /* on one line */
    refused("something else", "expected the journal of a study");
    refused("rattleback-journal 1 0.1.0 3 2 0123456789abcdef squares", "format of another version");
    char *version = strchr(line, ' ') + 1, *jobs = strstr(line, " 3 2 ");
    assert_non_null(jobs);
    while (strncmp(version, rb_version(), strlen(rb_version())) != 0) {
        version = strchr(version, ' ') + 1;
    }
    snprintf(other, sizeof other, "%.*s9%s", (int)(version - line), line, version);
    refused(other, "expected a journal of version");
    snprintf(other, sizeof other, "%.*s0.0.0-with-a-very-long-tail-behind%s", (int)(version - line), line,
             jobs);
    refused(other, "found one of version 0.0.0-with-a-very-l");
    snprintf(other, sizeof other, "%.*s 4 2 %s", (int)(jobs - line), line, jobs + 5);
    refused(other, "belongs to another study: squares of numbers");
    snprintf(other, sizeof other, "%.*s", (int)(jobs - line), line); /* nothing behind the version */
    refused(other, "belongs to another study: ?");
    new_path();
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s 00000000\n", line);
    fclose(file);
    assert_int_equal(read_back(), RB_ERR_INPUT);
    assert_contains(err.text, "the first line is damaged");
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0); /* a folder is not a journal */
    assert_int_equal(read_back(), RB_ERR_IO);
    rmdir(path);
}

/* A truncated line stays alone; lines added after it are complete. */
static void truncated_lines_are_skipped(void **state) {
    (void)state;
    char line[1024];
    head(line, sizeof line);
    append(line);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs("1 3ff00000", file);
    fclose(file);
    rb_journal journal;
    assert_int_equal(rb_journal_open(&journal, path, &study, true, &err), RB_OK);
    const double row[] = {5, 6};
    assert_int_equal(rb_journal_add(&journal, 0, 1, WIDTH, row, &err), RB_OK);
    rb_journal_close(&journal);
    assert_int_equal(read_back(), RB_OK);
    assert_true(count == 1 && done[0] && rows[1] == 6);
    unlink(path);
}

/* Another process has locked it: opening fails. */
static void a_locked_journal_is_not_opened(void **state) {
    (void)state;
    new_path();
    int ready[2], end[2];
    assert_true(pipe(ready) == 0 && pipe(end) == 0);
    pid_t child = fork();
    assert_true(child >= 0);
    char sign = 'x';
    if (child == 0) {
        rb_journal journal;
        close(end[1]);
        sign = rb_journal_open(&journal, path, &study, false, NULL) == RB_OK ? 'k' : 'x';
        ssize_t reported = write(ready[1], &sign, 1);
        ssize_t asked = read(end[0], &sign, 1); /* until the parent has tried */
        _exit(reported == 1 && asked == 0 ? 0 : 1);
    }
    close(end[0]);
    assert_true(read(ready[0], &sign, 1) == 1);
    assert_int_equal(sign, 'k');
    rb_journal journal;
    assert_int_equal(rb_journal_open(&journal, path, &study, true, &err), RB_ERR_IO);
    assert_contains(err.text, "another process works on this study");
    close(end[1]);
    int status = 1;
    assert_true(waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
    assert_int_equal(rb_journal_open(&journal, path, &study, true, &err), RB_OK);
    rb_journal_close(&journal);
    close(ready[0]);
    close(ready[1]);
    unlink(path);
}

/* Disk full: the file may not grow. */
static void a_full_disk_is_reported(void **state) {
    (void)state;
    char line[1024];
    head(line, sizeof line);
    struct rlimit old, none;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    none = old;
    signal(SIGXFSZ, SIG_IGN);
    new_path();
    none.rlim_cur = 5;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    rb_journal journal;
    rb_status begun = rb_journal_open(&journal, path, &study, false, &err);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(begun, RB_ERR_IO);
    assert_contains(err.text, "cannot be written");
    assert_true(access(path, F_OK) != 0); /* a truncated first line is removed */
    const double values[] = {1, 2, 3, 4};
    assert_int_equal(rb_journal_open(&journal, path, &study, false, &err), RB_OK);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    none.rlim_cur = (rlim_t)info.st_size + 60; /* one row and a part of the second */
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    rb_status added = rb_journal_add(&journal, 0, 2, WIDTH, values, &err);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_DFL);
    rb_journal_close(&journal);
    assert_int_equal(added, RB_ERR_IO);
    assert_int_equal(read_back(), RB_OK);
    assert_true(count == 1 && done[0] && rows[1] == 2);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back),
        cmocka_unit_test(invalid_rows_are_ignored),
        cmocka_unit_test(journals_of_other_studies_are_rejected),
        cmocka_unit_test(truncated_lines_are_skipped),
        cmocka_unit_test(a_locked_journal_is_not_opened),
        cmocka_unit_test(a_full_disk_is_reported),
    };
    return cmocka_run_group_tests_name("journals", tests, NULL, NULL);
}
