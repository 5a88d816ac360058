/* Videos: any characters in a file name, known extensions only, failures are reported. A script replaces
   ffmpeg and records its arguments. */
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"
#include "viewer/platform/files.h"
#include "viewer/platform/media.h"

static char folder[64], path_before[8192];

static void put(const char *path, const char *text, mode_t mode) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(path, mode), 0);
}

/* Each test has its own folder, with an "ffmpeg" first in the path. */
static int enter_folder(void **state) {
    (void)state;
    char path[sizeof path_before + 1100], here[1024];
    snprintf(folder, sizeof folder, "video-XXXXXX");
    if (mkdtemp(folder) == NULL || chdir(folder) != 0 || getcwd(here, sizeof here) == NULL ||
        mkdir("bin", 0755) != 0) {
        return -1;
    }
    snprintf(path_before, sizeof path_before, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s/bin:%s", here, path_before);
    setenv("PATH", path, 1);
    return 0;
}

static int leave_folder(void **state) {
    (void)state;
    char command[96];
    setenv("PATH", path_before, 1);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("..") == 0 ? system(command) : -1;
}

/* "ffmpeg" takes all frames and ends with this status; its last arguments are in `called`. */
static void ffmpeg_ends_with(int status) {
    char script[256];
    snprintf(script, sizeof script,
             "#!/bin/sh\nfor a; do echo \"$a\"; done | tail -n 3 >called\ncat >frames\nexit %d\n", status);
    put("bin/ffmpeg", script, 0755);
}

static rb_status make_video(const char *name, int frames, rb_error *err) {
    rb_video *video = NULL;
    rb_status status = rb_video_open(name, 8, 6, 20, &video, err);
    for (int i = 0; status == RB_OK && i < frames; i++) {
        rb_video_push(video, GenImageColor(8, 6, RED));
    }
    return status == RB_OK ? rb_video_close(video, err) : status;
}

static void expect_text(const char *path, const char *expected) {
    char text[256] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

static void any_characters_are_allowed_in_names(void **state) {
    (void)state;
    static const struct {
        const char *name, *called;
    } videos[] = {{"a.mp4", "-f\nmp4\nfile:a.mp4\n"},
                  {"x:y.mp4", "-f\nmp4\nfile:x:y.mp4\n"},
                  {"-y.mkv", "-f\nmatroska\nfile:-y.mkv\n"},
                  {"pipe:1.webm", "-f\nwebm\nfile:pipe:1.webm\n"},
                  {"a b'c.MOV", "-f\nmov\nfile:a b'c.MOV\n"}};
    ffmpeg_ends_with(0);
    for (size_t i = 0; i < sizeof videos / sizeof videos[0]; i++) {
        rb_error err = {""};
        if (make_video(videos[i].name, 3, &err) != RB_OK) {
            fail_msg("%s", err.text);
        }
        expect_text("called", videos[i].called);
        struct stat frames;
        assert_int_equal(stat("frames", &frames), 0);
        assert_int_equal(frames.st_size, 3 * 8 * 6 * 4);
        assert_int_equal(access(videos[i].name, F_OK), 0);
    }
}

static void only_known_extensions_are_accepted(void **state) {
    (void)state;
    static const char *const bad[] = {"video", "video.", "video.txt", "video.mp4.part", "", "-", ".mp"};
    ffmpeg_ends_with(0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        rb_error err = {""};
        assert_int_equal(make_video(bad[i], 1, &err), RB_ERR_INPUT);
        assert_contains(err.text, "expected a name that ends in .mp4");
        assert_true(bad[i][0] == '\0' || access(bad[i], F_OK) != 0);
    }
}

static void failures_are_reported(void **state) {
    (void)state;
    rb_error err = {""};
    ffmpeg_ends_with(3); /* after all frames were taken: at the close */
    assert_int_equal(make_video("close.mp4", 2, &err), RB_ERR_IO);
    assert_contains(err.text, "close.mp4: the video is incomplete");
    assert_int_equal(make_video("/no/such/folder/x.mp4", 1, &err), RB_ERR_IO);
    assert_contains(err.text, "/no/such/folder/x.mp4: cannot be written");
    put("bin/ffmpeg", "#!/no/such/interpreter\n", 0755);
    assert_int_equal(make_video("start.mp4", 1, &err), RB_ERR_IO);
    assert_int_not_equal(access("start.mp4", F_OK), 0); /* and no empty video is left */
}

static rb_status make_clip(const char *name, rb_error *err) {
    rb_video *clip = NULL;
    rb_status status = rb_clip_open(name, 64, 36, 20, &clip, err);
    for (int i = 0; status == RB_OK && i < 5; i++) {
        rb_video_push(clip, GenImageColor(64, 36, i % 2 ? RED : BLUE));
    }
    return status == RB_OK ? rb_video_close(clip, err) : status;
}

/* For slides, with the real ffmpeg if there is one. */
static void clips_move(void **state) {
    (void)state;
    static const struct {
        const char *name, *begins, *has;
    } clips[] = {{"a.gif", "GIF89a", "NETSCAPE2.0"}, {"b.WEBP", "RIFF", "ANIM"}};
    rb_error err = {""};
    remove("bin/ffmpeg");
    for (size_t i = 0; i < sizeof clips / sizeof clips[0]; i++) {
        char data[4096] = "";
        if (make_clip(clips[i].name, &err) != RB_OK) {
            if (strstr(err.text, "not installed") != NULL) {
                skip();
            }
            fail_msg("%s", err.text);
        }
        FILE *file = fopen(clips[i].name, "rb");
        assert_non_null(file);
        size_t size = fread(data, 1, sizeof data, file);
        fclose(file);
        bool found = false;
        for (size_t k = 0; k + strlen(clips[i].has) < size && !found; k++) {
            found = memcmp(data + k, clips[i].has, strlen(clips[i].has)) == 0;
        }
        assert_memory_equal(data, clips[i].begins, strlen(clips[i].begins));
        assert_true(found); /* it goes round */
    }
}

static void a_clip_is_refused_with_a_reason(void **state) {
    (void)state;
    rb_error err = {""};
    ffmpeg_ends_with(0);
    assert_int_equal(make_clip("clip.mp4", &err), RB_ERR_INPUT);
    assert_contains(err.text, "clip.mp4: expected a name that ends in .gif or .webp");
    assert_int_equal(make_clip("clip/", &err), RB_ERR_INPUT);
    assert_int_equal(make_video("long.gif", 1, &err), RB_ERR_INPUT); /* without an end */
    char path[9300];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    setenv("PATH", "/no/such/folder", 1);
    assert_int_equal(make_clip("clip.gif", &err), RB_ERR_IO);
    setenv("PATH", path, 1);
    assert_contains(err.text, "clips need ffmpeg, which is not installed");
    assert_int_not_equal(access("clip.gif", F_OK), 0);
}

/* PNG frames in a folder, which is named by a trailing '/'. */
static void frames_in_a_folder(void **state) {
    (void)state;
    rb_error err = {""};
    assert_int_equal(make_video("-frames:x/", 2, &err), RB_OK);
    assert_int_equal(access("./-frames:x/000002.png", F_OK), 0);
    put("occupied", "", 0644);
    assert_int_equal(make_video("occupied/", 1, &err), RB_ERR_IO);
}

/* A picture that cannot be written leaves the old one unchanged. */
static void pictures_are_complete_or_unchanged(void **state) {
    (void)state;
    rb_error err = {""};
    Image image = GenImageColor(8, 6, RED);
    assert_int_equal(rb_picture_write(image, "-a:b.png", &err), RB_OK);
    assert_int_equal(rb_picture_write(image, "picture.jpg", &err), RB_ERR_INPUT);
    assert_contains(err.text, "expected a name that ends in .png");
    assert_int_equal(symlink("/dev/full", "full.png"), 0);
    assert_int_equal(rb_picture_write(image, "full.png", &err), RB_ERR_IO);
    assert_contains(err.text, "full.png: cannot be written: No space left");
    UnloadImage(image);
}

int main(void) {
    SetTraceLogLevel(LOG_NONE);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_characters_are_allowed_in_names),
        cmocka_unit_test(only_known_extensions_are_accepted),
        cmocka_unit_test(failures_are_reported),
        cmocka_unit_test(frames_in_a_folder),
        cmocka_unit_test(pictures_are_complete_or_unchanged),
        cmocka_unit_test(a_clip_is_refused_with_a_reason),
        cmocka_unit_test(clips_move),
    };
    return cmocka_run_group_tests_name("viewer, videos", tests, enter_folder, leave_folder);
}
