/* Export of data: file names without paths, valid JSON, complete files. */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "session.h"
#include "viewer/capture/export.h"

static char folder[64];

static int enter_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "export-XXXXXX");
    return mkdtemp(folder) != NULL && chdir(folder) == 0 && mkdir("in", 0755) == 0 && chdir("in") == 0 ? 0
                                                                                                       : -1;
}

static int leave_folder(void **state) {
    (void)state;
    return chdir("../..") == 0 ? rb_test_remove_tree(folder) : -1;
}

/* Counts the files with this prefix and suffix; gets the name of the last one. */
static int count_files(const char *where, const char *begin_of, const char *ending, char name[256]) {
    int count = 0;
    DIR *dir = opendir(where);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (strncmp(entry->d_name, begin_of, strlen(begin_of)) == 0 && length >= strlen(ending) &&
            strcmp(entry->d_name + length - strlen(ending), ending) == 0) {
            snprintf(name, 256, "%s", entry->d_name);
            count++;
        }
    }
    closedir(dir);
    return count;
}

/* Ctrl+S names the file by the scene's id. */
static void an_id_contains_no_path(void **state) {
    (void)state;
    char name[256], path[RB_PATH_MAX] = "";
    rb_messages messages = {0};
    rb_session *session = begin(1);
    rb_export_scene(session, &messages, NULL, path);
    assert_int_equal(count_files(".", "default-2", ".json", name), 1);
    assert_int_equal(messages.problems, 0);
    rb_scene back;
    assert_int_equal(rb_scene_read_file(name, &back, NULL), RB_OK);
    snprintf(session->runs[0].scene.id, sizeof session->runs[0].scene.id, "../x");
    rb_export_scene(session, &messages, NULL, path);
    assert_int_equal(messages.problems, 1);
    assert_contains(messages.items[messages.count - 1].text, "id: expected letters a to z");
    assert_int_equal(count_files("..", "x", ".json", name), 0);
    assert_int_equal(count_files(".", "", ".json", name), 1);
    end(session);
}

static void the_copied_state_is_json(void **state) {
    (void)state;
    rb_session *session = begin(1);
    frames(session, 10);
    assert_int_equal(session->shown_count, 1);
    snprintf(session->drawn[0].id, sizeof session->drawn[0].id, "a\", \"t\": \"b\\");
    char *text = rb_export_state_text(session);
    assert_non_null(text);
    cJSON *root = cJSON_ParseWithOpts(text, NULL, 1);
    assert_non_null(root);
    assert_string_equal(cJSON_GetObjectItem(root, "scene")->valuestring, session->drawn[0].id);
    assert_string_equal(cJSON_GetObjectItem(root, "law")->valuestring, "exact-circle");
    assert_string_equal(cJSON_GetObjectItem(root, "run")->valuestring, "Exact, circle");
    const cJSON *t = cJSON_GetObjectItemCaseSensitive(root, "t");
    assert_true(cJSON_IsNumber(t) && t->valuedouble == session->shown[0]->t);
    const cJSON *q = cJSON_GetObjectItemCaseSensitive(root, "q");
    assert_int_equal(cJSON_GetArraySize(q), 4);
    assert_true(cJSON_GetArrayItem(q, 0)->valuedouble == session->shown[0]->q.w);
    int fields = 0;
    for (int i = 0; i < rb_signal_count(); i++) {
        fields += rb_signal_fits(rb_signal_at(i), session->drawn[0].body);
    }
    assert_int_equal(cJSON_GetArraySize(root), fields + 4);
    cJSON_Delete(root);
    free(text);
    end(session);
}

/* The data of a plot, complete, without a temporary file. */
static void data_of_signals(void **state) {
    (void)state;
    char name[256], line[1024];
    rb_messages messages = {0};
    rb_session *session = begin(2);
    frames(session, 30);
    const int signals[] = {rb_signal_find("omega3"), rb_signal_find("E")};
    rb_export_signals(session, &messages, signals, 2, 0, 1);
    assert_int_equal(messages.problems, 0);
    assert_int_equal(count_files(".", "rattleback-plot-2", ".csv", name), 1);
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    do {
        assert_non_null(fgets(line, sizeof line, file));
    } while (line[0] == '#');
    assert_string_equal(line, "run,name,law,t,omega3,E\n");
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        assert_true(line[0] == '1' || line[0] == '2');
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, session->history.runs[0].count + session->history.runs[1].count);
    assert_int_equal(count_files(".", ".rattleback", "", name), 0);
    end(session);
}

/* Started, ended and started again within a second: new files each time, one per run. */
static void data_twice_within_a_second(void **state) {
    (void)state;
    rb_messages messages = {0};
    rb_session *session = begin(2);
    rb_csv_log *log = calloc(1, sizeof *log);
    assert_non_null(log);
    for (int i = 0; i < 3; i++) {
        rb_export_csv(log, session, &messages);
        assert_int_equal(log->count, 2);
        rb_export_csv_close(log, session, &messages);
    }
    assert_int_equal(messages.problems, 0);
    char name[256];
    assert_int_equal(count_files(".", "rattleback-2", ".csv", name), 6);
    free(log);
    end(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_contains_no_path),
        cmocka_unit_test(the_copied_state_is_json),
        cmocka_unit_test(data_twice_within_a_second),
        cmocka_unit_test(data_of_signals),
    };
    return cmocka_run_group_tests_name("viewer, export", tests, enter_folder, leave_folder);
}
