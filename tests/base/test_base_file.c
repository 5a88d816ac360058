/* Files are written completely or not at all: links, modes, full disks, and files that must not be
   touched. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "support.h"

static char folder[64], at[128], other[128];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/rattleback-test-XXXXXX");
    snprintf(at, sizeof at, "%s/file", mkdtemp(folder));
    snprintf(other, sizeof other, "%s/other", folder);
    return 0;
}

/* Fails if anything but the two files was left behind. */
static int remove_folder(void **state) {
    (void)state;
    unlink(at);
    unlink(other);
    return rmdir(folder);
}

static void write_text(const char *path, const char *text) {
    rb_error err = {""};
    if (rb_file_write(path, text, strlen(text), &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

static void expect_text(const char *path, const char *expected) {
    char text[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

static mode_t mode_of(const char *path) {
    struct stat info;
    assert_int_equal(lstat(path, &info), 0);
    return info.st_mode & 07777;
}

static void new_and_old_files(void **state) {
    (void)state;
    mode_t mask = umask(027);
    write_text(at, "new");
    assert_int_equal(mode_of(at), 0640); /* as any new file */
    umask(mask);
    write_text(at, "newer");
    expect_text(at, "newer");
    assert_int_equal(mode_of(at), 0640);
    assert_int_equal(chmod(at, 0600), 0);
    write_text(at, "private");
    expect_text(at, "private");
    assert_int_equal(mode_of(at), 0600);
}

/* The temporary name of an earlier version: another user with write access could make it point anywhere. */
static void a_link_beside_is_not_followed(void **state) {
    (void)state;
    char part[160];
    snprintf(part, sizeof part, "%s.part", at);
    write_text(other, "precious");
    assert_int_equal(symlink(other, part), 0);
    write_text(at, "new");
    expect_text(other, "precious");
    expect_text(at, "new");
    assert_int_equal(unlink(part), 0);
}

/* A link at the path itself stays, and its target is written. */
static void a_link_at_the_path_stays(void **state) {
    (void)state;
    struct stat info;
    assert_int_equal(symlink("other", at), 0); /* points to nothing yet */
    write_text(at, "first");
    expect_text(other, "first");
    assert_int_equal(chmod(other, 0640), 0);
    write_text(at, "second");
    expect_text(other, "second");
    assert_int_equal(mode_of(other), 0640);
    assert_int_equal(lstat(at, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    unlink(other);
    unlink(at);
    assert_int_equal(symlink(at, at), 0); /* a cycle */
    rb_error err = {""};
    assert_int_equal(rb_file_write(at, "x", 1, &err), RB_ERR_IO);
    assert_contains(err.text, strerror(ELOOP));
}

static void what_fails_costs_nothing(void **state) {
    (void)state;
    rb_error err = {""};
    rb_file *file = NULL;
    write_text(at, "old");
    assert_int_equal(rb_file_create(at, &file, &err), RB_OK);
    fputs("half", rb_file_stream(file));
    rb_file_discard(file);
    expect_text(at, "old");
    struct rlimit all;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &(struct rlimit){10, all.rlim_max}), 0);
    rb_status status = rb_file_write(at, "more than there is room for", 27, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(status, RB_ERR_IO);
    assert_contains(err.text, strerror(EFBIG));
    expect_text(at, "old");
    if (getuid() != 0) { /* nothing is protected from root */
        assert_int_equal(chmod(at, 0400), 0);
        assert_int_equal(rb_file_write(at, "new", 3, &err), RB_ERR_IO);
        expect_text(at, "old");
    }
    assert_int_equal(rb_file_write("/no/such/folder/file", "x", 1, &err), RB_ERR_IO);
    assert_contains(err.text, "/no/such/folder/file: cannot be written: ");
}

/* Targets that are not regular files are written in place. */
static void devices_and_pipes(void **state) {
    (void)state;
    rb_error err = {""};
    write_text("/dev/null", "x");
    assert_int_equal(rb_file_write("/dev/full", "x", 1, &err), RB_ERR_IO);
    assert_contains(err.text, strerror(ENOSPC));
    static const char much[100000]; /* more than a stream buffers */
    assert_int_equal(rb_file_write("/dev/full", much, sizeof much, &err), RB_ERR_IO);
    assert_contains(err.text, strerror(ENOSPC));
    assert_int_equal(mkfifo(at, 0600), 0);
    int reader = open(at, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    write_text(at, "through");
    char text[16] = "";
    assert_int_equal(read(reader, text, sizeof text), 7);
    assert_string_equal(text, "through");
    close(reader);
}

/* Reading never blocks. */
static void only_plain_files_are_read(void **state) {
    (void)state;
    rb_error err = {""};
    rb_scene scene;
    assert_int_equal(mkfifo(at, 0600), 0);
    assert_null(rb_file_open(at, &err)); /* would wait for a writer */
    assert_contains(err.text, "expected a plain file, got a pipe");
    assert_int_equal(rb_scene_read_file(at, &scene, &err), RB_ERR_IO);
    assert_int_equal(rb_scene_read_file("/dev/zero", &scene, &err), RB_ERR_IO);
    assert_contains(err.text, "got a device");
    assert_null(rb_file_open(folder, &err));
    assert_contains(err.text, "got a directory");
    assert_null(rb_file_open(other, &err));
    assert_contains(err.text, strerror(ENOENT));
    unlink(at);
    char json[128];
    snprintf(json, sizeof json, "%s/a.json", folder);
    assert_int_equal(mkfifo(json, 0600), 0);
    rb_library *library = malloc(sizeof *library);
    assert_non_null(library);
    assert_int_equal(rb_library_load(library, folder, &err), RB_ERR_IO);
    assert_contains(err.text, "a.json: expected a plain file, got a pipe");
    free(library);
    unlink(json);
}

static void the_same_file_by_other_names(void **state) {
    (void)state;
    char spelt[160];
    snprintf(spelt, sizeof spelt, "%s/.//file", folder);
    assert_true(rb_file_same(at, spelt)); /* neither is there yet */
    assert_false(rb_file_same(at, other));
    assert_int_equal(symlink("file", other), 0);
    assert_true(rb_file_same(at, other));
    write_text(at, "x");
    assert_true(rb_file_same(at, spelt));
    assert_true(rb_file_same(at, other));
    unlink(other);
    assert_int_equal(link(at, other), 0);
    assert_true(rb_file_same(at, other));
    unlink(other);
    assert_false(rb_file_same(at, other));
    assert_false(rb_file_same("/dev/null", "/dev/null"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

/* Two names of one file, existing or not; devices never count as the same file. */
static void two_names_of_one_file(void **state) {
    (void)state;
    char deep[192], loop[192];
    snprintf(deep, sizeof deep, "%s/./file", folder);
    snprintf(loop, sizeof loop, "%s/loop", folder);
    assert_true(rb_file_same(at, at)); /* not there yet: the same folder and name */
    assert_true(rb_file_same(at, deep));
    assert_false(rb_file_same(at, other));
    assert_false(rb_file_same(at, "file"));
    assert_false(rb_file_same("/nowhere/file", "/nowhere/file")); /* cannot be written either */
    assert_false(rb_file_same(at, "/nowhere/file"));
    assert_int_equal(symlink("file", other), 0); /* points to where nothing stands */
    assert_true(rb_file_same(at, other));
    unlink(other);
    assert_int_equal(symlink(loop, loop), 0);
    assert_false(rb_file_same(loop, loop));
    assert_false(rb_file_same(at, loop));
    unlink(loop);
    write_text(at, "one");
    assert_false(rb_file_same(at, other)); /* there, and not */
    assert_false(rb_file_same(other, at));
    assert_true(rb_file_same(at, deep));
    assert_int_equal(link(at, other), 0);
    assert_true(rb_file_same(at, other));
    unlink(other);
    write_text(other, "two");
    assert_false(rb_file_same(at, other));
    assert_false(rb_file_same("/dev/null", "/dev/null"));
    assert_false(rb_file_same("/dev/null", "/dev/full"));
}

/* The owner of a file does not change; devices are written in place, and left unchanged if writing is
   discarded. */
static void owners_and_devices(void **state) {
    (void)state;
    rb_file_discard(NULL);
    rb_file *file = NULL;
    rb_error err = {""};
    assert_int_equal(rb_file_create("/dev/null", &file, &err), RB_OK);
    rb_file_discard(file);
    assert_int_equal(rb_file_write("/dev/null", "x", 1, &err), RB_OK);
    if (getuid() == 0) { /* only root may change the owner */
        struct stat info;
        write_text(at, "old");
        assert_int_equal(chown(at, 12345, 23456), 0);
        assert_int_equal(chmod(at, 04750), 0);
        write_text(at, "new");
        assert_int_equal(stat(at, &info), 0);
        assert_int_equal(info.st_uid, 12345);
        assert_int_equal(info.st_gid, 23456);
        assert_int_equal(mode_of(at), 04750);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(new_and_old_files),
        TEST(a_link_beside_is_not_followed),
        TEST(a_link_at_the_path_stays),
        TEST(what_fails_costs_nothing),
        TEST(devices_and_pipes),
        TEST(only_plain_files_are_read),
        TEST(the_same_file_by_other_names),
        cmocka_unit_test_setup_teardown(two_names_of_one_file, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(owners_and_devices, make_folder, remove_folder),
    };
    return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}
