#include "cli/output.h"
#include "analysis/expression.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/system.h"
#include "cli/cli.h"

int rb_finish_stdout(int exit_code) {
    bool lost = ferror(stdout) != 0;
    bool gone = rb_stdout_reader_closed();
    errno = 0;
    lost = fflush(stdout) != 0 || lost;
    int reason = errno;
    if (fclose(stdout) != 0 && !lost) {
        lost = true;
        reason = errno;
    }
    if (!lost) {
        return exit_code;
    }
    if (reason == EPIPE || gone) {
        return exit_code != RB_EXIT_OK ? exit_code : RB_EXIT_BROKEN_PIPE;
    }
    rb_error err;
    rb_fail(&err, RB_ERR_IO, "standard output: not everything could be written%s%s", reason != 0 ? ": " : "",
            reason != 0 ? strerror(reason) : "");
    rb_complain(&err, RB_EXIT_FAILED);
    return exit_code != RB_EXIT_OK ? exit_code : RB_EXIT_FAILED;
}

static bool is_dash(const char *path) {
    return strcmp(path, "-") == 0;
}

bool rb_output_begin(rb_output *out, const char *path, rb_error *err) {
    *out = (rb_output){.path = path};
    if (path == NULL) {
        return true;
    }
    if (is_dash(path)) {
        out->stream = stdout;
        return true;
    }
    if (rb_file_create(path, &out->file, err) != RB_OK) {
        return false;
    }
    out->stream = rb_file_stream(out->file);
    return true;
}

bool rb_output_begin_growing(rb_output *out, const char *path, rb_error *err) {
    *out = (rb_output){.path = path};
    if (path != NULL) {
        out->stream = is_dash(path) ? stdout : rb_stream_open(path, "wb");
        if (out->stream == NULL) {
            rb_fail(err, RB_ERR_IO, "%s: cannot be written: %s", path, strerror(errno));
            return false;
        }
    }
    return true;
}

bool rb_output_end(rb_output *out, rb_error *err) {
    FILE *stream = out->stream;
    rb_file *file = out->file;
    out->stream = NULL;
    out->file = NULL;
    if (file != NULL) {
        return rb_file_commit(file, err) == RB_OK;
    }
    if (stream == NULL || stream == stdout) {
        return true;
    }
    errno = 0;
    bool lost = ferror(stream) != 0;
    lost = fclose(stream) != 0 || lost;
    if (lost) {
        rb_fail(err, RB_ERR_IO, "%s: not everything could be written: %s", out->path,
                strerror(errno != 0 ? errno : EIO));
    }
    return !lost;
}

void rb_output_drop(rb_output *out) {
    if (out->file != NULL) {
        rb_file_discard(out->file);
    } else if (out->stream != NULL && out->stream != stdout) {
        fclose(out->stream);
    }
    out->stream = NULL;
    out->file = NULL;
}

bool rb_output_is_stdout(const char *path) {
    return path != NULL && (is_dash(path) || rb_file_same(path, "/dev/stdout"));
}

bool rb_write_table(const char *path, void (*write)(FILE *out, const void *data), const void *data,
                    rb_error *err) {
    rb_output out;
    if (!rb_output_begin(&out, path, err)) {
        return false;
    }
    if (out.stream != NULL) {
        write(out.stream, data);
    }
    return rb_output_end(&out, err);
}

rb_status rb_outputs_differ(const char *option_a, const char *path_a, const char *option_b,
                            const char *path_b, rb_error *err) {
    if (path_a == NULL || path_b == NULL) {
        return RB_OK;
    }
    bool same = is_dash(path_a) || is_dash(path_b)
                    ? rb_output_is_stdout(path_a) && rb_output_is_stdout(path_b)
                    : rb_file_same(path_a, path_b);
    if (!same) {
        return RB_OK;
    }
    return rb_fail(err, RB_ERR_INPUT, "%s and %s: expected two different outputs, got %s and %s", option_a,
                   option_b, path_a, path_b);
}

bool rb_write_json(rb_json *json, FILE *out, const char *what, rb_error *err) {
    char *text = rb_json_finish(json);
    if (text == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", what);
        return false;
    }
    fputs(text, out);
    free(text);
    return true;
}

bool rb_write_json_file(rb_json *json, const char *path, const char *what, rb_error *err) {
    rb_output out;
    if (!rb_output_begin(&out, path, err)) {
        free(rb_json_finish(json));
        return false;
    }
    if (!rb_write_json(json, out.stream, what, err)) {
        rb_output_drop(&out);
        return false;
    }
    return rb_output_end(&out, err);
}

int rb_print_json(rb_json *json) {
    char *text = rb_json_finish(json);
    if (text == NULL) {
        return rb_complain_memory("JSON");
    }
    fputs(text, stdout);
    free(text);
    return RB_EXIT_OK;
}

/* ---------------------------------------------------------------- pictures */

static const char *const options[RB_PICTURE_FORMATS] = {"--svg", "--png", "--pdf"};

const rb_option rb_cli_picture_options[] = {
    RB_OPTION("--svg", "FILE|-", "draw the chart as SVG", rb_option_text, offsetof(rb_pictures, paths[0])),
    RB_OPTION("--png", "FILE|-", "draw the chart as PNG", rb_option_text, offsetof(rb_pictures, paths[1])),
    RB_OPTION("--pdf", "FILE|-", "draw the chart as PDF", rb_option_text, offsetof(rb_pictures, paths[2])),
    {0},
};

rb_status rb_pictures_differ(const rb_pictures *pictures, const char *option, const char *path,
                             rb_error *err) {
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        if (rb_outputs_differ(option, path, options[i], pictures->paths[i], err) != RB_OK) {
            return RB_ERR_INPUT;
        }
        for (int k = 0; k < i; k++) {
            if (rb_outputs_differ(options[k], pictures->paths[k], options[i], pictures->paths[i], err) !=
                RB_OK) {
                return RB_ERR_INPUT;
            }
        }
    }
    return RB_OK;
}

bool rb_pictures_any(const rb_pictures *pictures) {
    bool any = false;
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        any = any || pictures->paths[i] != NULL;
    }
    return any;
}

bool rb_pictures_use_stdout(const rb_pictures *pictures) {
    bool any = false;
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        any = any || rb_output_is_stdout(pictures->paths[i]);
    }
    return any;
}

bool rb_pictures_begin(rb_pictures *pictures, rb_error *err) {
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        if (!rb_output_begin(&pictures->outputs[i], pictures->paths[i], err)) {
            rb_pictures_drop(pictures);
            return false;
        }
    }
    return true;
}

void rb_pictures_drop(rb_pictures *pictures) {
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        rb_output_drop(&pictures->outputs[i]);
        pictures->outputs[i] = (rb_output){0};
    }
}

bool rb_pictures_end(rb_pictures *pictures, const rb_sheet *sheet, rb_error *err) {
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        rb_output *out = &pictures->outputs[i];
        if (out->stream != NULL && !rb_sheet_write(out->stream, (rb_picture_format)i, sheet)) {
            rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", options[i]);
            rb_pictures_drop(pictures);
            return false;
        }
    }
    bool ok = true;
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        ok = rb_output_end(&pictures->outputs[i], ok ? err : NULL) && ok;
    }
    return ok;
}

bool rb_pictures_write(rb_pictures *pictures, const rb_sheet *sheet, rb_error *err) {
    return rb_pictures_begin(pictures, err) && rb_pictures_end(pictures, sheet, err);
}

/* ---------------------------------------------------------------- progress */

rb_progress rb_progress_begin(const char *label) {
    double now = rb_wall_clock();
    return (rb_progress){label, now, now, 0};
}

/* Called before every step, which may take a microsecond only: the clock is read every so many calls. */
enum { CALLS = 64 };

/* Seconds since the beginning if a line is due, else 0. */
static double is_due(rb_progress *progress) {
    if (++progress->calls % CALLS != 0) {
        return 0;
    }
    double now = rb_wall_clock();
    if (now - progress->begun < 2 || now - progress->shown < 0.2 || !rb_stderr_is_terminal()) {
        return 0;
    }
    progress->shown = now;
    return now - progress->begun;
}

void rb_progress_show_share(rb_progress *progress, double share) {
    double since = is_due(progress);
    if (since > 0) {
        double left = share > 0 ? since * (1 - share) / share : 0;
        fprintf(stderr, "\r%s  %3.0f %%, %.0f s left \033[K", progress->label, 100 * share, left);
    }
}

void rb_progress_show(rb_progress *progress, double t, double until) {
    double since = is_due(progress);
    if (since > 0) {
        double rate = t / since;
        fprintf(stderr, "\r%s%s%3.0f %%  t = %.2f of %g s, %.2f times real time, %.0f s left \033[K",
                progress->label != NULL ? progress->label : "", progress->label != NULL ? "  " : "",
                100 * t / until, t, until, rate, rate > 0 ? (until - t) / rate : 0);
    }
}

void rb_progress_end(rb_progress *progress) {
    if (progress->shown > progress->begun) {
        fputs("\r\033[K", stderr);
    }
}

/* ---------------------------------------------------------------- summary of a run */

static void add_outcome(rb_json *object, const rb_outcome *outcome, const rb_summary *s,
                        const rb_body_kind *body) {
    double value = rb_outcome_fits(outcome, body) ? rb_outcome_value(outcome, s) : NAN;
    if ((outcome->flags & RB_OUTCOME_YES_NO) && isfinite(value)) {
        rb_json_bool(object, outcome->name, value != 0);
    } else {
        rb_json_number(object, outcome->name, value);
    }
}

rb_status rb_chosen_read(rb_chosen_values *chosen, const rb_scene *scene, rb_error *err) {
    rb_status status = RB_OK;
    chosen->list.scene = *scene;
    for (int i = 0; status == RB_OK && i < chosen->texts.count; i++) {
        status = rb_sweep_add_values(&chosen->list, "--value", chosen->texts.items[i], err);
    }
    return status;
}

static bool is_interrupted(void *context, double t) {
    (void)context;
    (void)t;
    return rb_interrupted();
}

rb_status rb_chosen_compute(const rb_chosen_values *chosen, const rb_scene *scene, const rb_summary *summary,
                            double *numbers, rb_error *err) {
    const rb_sweep *list = &chosen->list;
    bool expressions = false;
    rb_run_result result;
    for (int i = 0; i < list->value_count; i++) {
        numbers[i] = rb_outcome_value(list->values[i], summary);
        expressions = expressions || rb_expression_of(list->values[i]) != NULL;
    }
    rb_expression_request request = {.until = scene->values[RB_SECTION_SOLVER][RB_SOLVER_T_END],
                                     .outcomes = list->values,
                                     .count = list->value_count,
                                     .cancelled = is_interrupted};
    return expressions ? rb_expressions_run(scene, &request, &result, numbers, err) : RB_OK;
}

bool rb_print_summary(FILE *out, const rb_scene *scene, double step, const rb_summary *summary,
                      const rb_chosen_values *chosen, rb_error *err) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, summary->state_hash);
    const rb_param *method = &rb_scene_table(scene, RB_SECTION_SOLVER).rows[RB_SOLVER_METHOD];
    const rb_outcome *t_end = rb_outcome_find("t_end"); /* printed before its reason */
    rb_json root = {0};
    rb_json_begin_object(&root, NULL);
    rb_json_text(&root, "scene", scene->id);
    rb_json_text(&root, "law", scene->friction->id);
    rb_json_text(&root, "solver", method->choices[(int)scene->values[RB_SECTION_SOLVER][RB_SOLVER_METHOD]]);
    rb_json_number(&root, "step", step);
    add_outcome(&root, t_end, summary, scene->body);
    rb_json_text(&root, "end_reason", rb_end_reason_name(summary->end_reason));
    rb_json_text(&root, "diverged_reason",
                 summary->diverged != RB_DIVERGED_NOT ? rb_diverged_text(summary->diverged) : NULL);
    rb_json_text(&root, "energy_warning", rb_energy_warning_name(summary->energy_warning));
    for (int i = 0; i < rb_outcome_count(); i++) {
        if (rb_outcome_at(i) != t_end) {
            add_outcome(&root, rb_outcome_at(i), summary, scene->body);
        }
    }
    rb_json_text(&root, "state_hash", hash);
    if (chosen != NULL && chosen->list.value_count > 0) {
        rb_json_begin_object(&root, "values");
        for (int i = 0; i < chosen->list.value_count; i++) {
            rb_json_number(&root, chosen->list.values[i]->name, chosen->numbers[i]);
        }
        rb_json_end(&root);
    }
    rb_json_end(&root);
    return rb_write_json(&root, out, "summary", err);
}
