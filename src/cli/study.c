#include "cli/study.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/sweep.h>

#include "base/system.h"
#include "cli/output.h"
#include "plot/study_picture.h"

static rb_study_team team; /* set before a command runs */

void rb_study_set_team(rb_study_team new_team) {
    team = new_team;
}

/* ---------------------------------------------------------------- options */

static const char *const file_options[RB_STUDY_FILES] = {
    [RB_STUDY_CSV] = "--csv",
    [RB_STUDY_SVG] = "--svg",
    [RB_STUDY_PNG] = "--png",
    [RB_STUDY_NETCDF] = "--netcdf",
    [RB_STUDY_PERIODS] = "--periods",
    [RB_STUDY_SCENE] = "--fitted",
    [RB_STUDY_REPORT] = "--report",
    [RB_STUDY_CORRELATIONS] = "--correlations",
    [RB_STUDY_PROFILES] = "--profiles",
    [RB_STUDY_COMPARISON] = "--comparison",
    [RB_STUDY_POSTERIOR] = "--posterior",
    [RB_STUDY_CORNER] = "--corner",
    [RB_STUDY_SUMMARY] = "--summary",
    [RB_STUDY_SPEC] = "--spec",
};

const rb_option rb_cli_study_options[] = {
    RB_OPTION("--threads", "N", "threads to use (0: one per core)", rb_option_whole,
              offsetof(rb_study_request, threads), .min = 0, .max = 1024, .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--journal", "FILE",
              "keep finished runs here until all are done (FILE.journal beside the first result)",
              rb_option_text, offsetof(rb_study_request, journal), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--resume", NULL, "continue an interrupted study from its journal", rb_option_flag,
              offsetof(rb_study_request, resume), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--spec", "FILE|-",
              "write the definition of the study, for rbsim study; if no result is asked for, only that",
              rb_option_text, offsetof(rb_study_request, files[RB_STUDY_SPEC]), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--quiet", NULL, "show no progress", rb_option_flag, offsetof(rb_study_request, quiet),
              .flags = RB_OPTION_NO_RESULT),
    {0},
};

/* A blank and the word, in quotes where a shell needs them. */
static size_t add_word(char *text, size_t size, size_t used, const char *word) {
    const char *quote = strpbrk(word, " \t\n\"$&;|<>()*?[]#~") != NULL ? "'" : "";
    return used < size ? used + (size_t)snprintf(text + used, size - used, " %s%s%s", quote, word, quote)
                       : used;
}

/* Notes the command without options that change no result. */
static void note_command(rb_study_request *q, const rb_command_line *line) {
    size_t size = sizeof q->command;
    size_t used = (size_t)snprintf(q->command, size, "rbsim %s", line->command->name);
    for (int i = 0; i < line->count; i++) {
        const rb_argument *a = &line->arguments[i];
        if (a->option != NULL && (a->option->flags & RB_OPTION_NO_RESULT)) {
            continue;
        }
        if (a->option != NULL) {
            used = add_word(q->command, size, used, a->option->name);
        }
        if (a->option == NULL || a->option->value != NULL) {
            used = add_word(q->command, size, used, a->text);
        }
    }
    for (char *c = q->command; *c != '\0'; c++) { /* it becomes one line of a file */
        *c = (unsigned char)*c < ' ' ? ' ' : *c;
    }
}

/* A plain file, or one that is yet to be made: beside it stands the journal. */
static bool is_plain(const char *path) {
    rb_path_info info;
    return path != NULL && !rb_output_is_stdout(path) &&
           (!rb_path_stat(path, &info) || info.kind == RB_PATH_FILE);
}

/* False: its name is too long. */
static bool choose_journal(rb_study_request *q) {
    const size_t size = sizeof q->journal_path;
    int length = 0;
    if (q->journal != NULL) {
        length = snprintf(q->journal_path, size, "%s", q->journal);
    }
    for (int i = 0; i < RB_STUDY_SPEC && q->journal_path[0] == '\0'; i++) {
        if (is_plain(q->files[i])) {
            length = snprintf(q->journal_path, size, "%s.journal", q->files[i]);
        }
    }
    return (size_t)length < size;
}

/* Begun and dropped: nothing is left behind if we are killed meanwhile. */
static rb_status try_to_write(const char *path, rb_error *err) {
    rb_output out;
    if (!rb_output_begin(&out, path, err)) {
        return RB_ERR_IO;
    }
    rb_output_drop(&out);
    return RB_OK;
}

/* Is any result asked for? The definition is none. */
static bool has_results(const rb_study_request *q) {
    bool any = false;
    for (int i = 0; i < RB_STUDY_FILES; i++) {
        any = any || (i != RB_STUDY_SPEC && q->files[i] != NULL);
    }
    return any;
}

static rb_status prepare(rb_study_request *q, rb_error *err) {
    if (!has_results(q) && q->files[RB_STUDY_SPEC] == NULL) {
        q->files[RB_STUDY_CSV] = "-";
    }
    if (!choose_journal(q)) {
        return rb_fail(err, RB_ERR_INPUT, "--journal: expected a path of at most %zu bytes",
                       sizeof q->journal_path - 1);
    }
    if (q->resume && q->journal_path[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT,
                       "--resume: requires --journal FILE, or a result file, whose journal is beside it");
    }
    const char *journal = q->journal_path[0] != '\0' ? q->journal_path : NULL;
    for (int i = 0; i < RB_STUDY_FILES; i++) {
        if (rb_outputs_differ(file_options[i], q->files[i], "--journal", journal, err) != RB_OK) {
            return RB_ERR_INPUT;
        }
        for (int k = 0; k < i; k++) {
            if (rb_outputs_differ(file_options[k], q->files[k], file_options[i], q->files[i], err) != RB_OK) {
                return RB_ERR_INPUT;
            }
        }
    }
    for (int i = 0; i < RB_STUDY_FILES && !team.worker; i++) {
        if (try_to_write(q->files[i], err) != RB_OK) {
            return RB_ERR_IO;
        }
    }
    return RB_OK;
}

static bool write_spec(FILE *out, const void *context, rb_study_file file) {
    (void)file;
    char *text = rb_study_spec_to_text(context);
    if (text != NULL) {
        fputs(text, out);
    }
    free(text);
    return text != NULL;
}

static const rb_study_kind *const kinds[RB_SPEC_KINDS] = {
    &rb_study_sweep, &rb_study_diagram, &rb_study_ensemble, &rb_study_fit, &rb_study_basins};

rb_status rb_study_check_files(const rb_study_spec *spec, const rb_study_request *q, rb_error *err) {
    for (int i = 0; i < RB_STUDY_SPEC; i++) {
        if (q->files[i] != NULL && kinds[spec->kind]->write[i] == NULL) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected %s, got a study of kind %s", file_options[i],
                           i == RB_STUDY_NETCDF    ? "a sweep"
                           : i == RB_STUDY_PERIODS ? "a bifurcation diagram"
                           : i == RB_STUDY_SUMMARY ? "a study of basins"
                                                   : "a fit",
                           rb_spec_kind_name(spec->kind));
        }
    }
    if (q->profile != NULL && spec->kind != RB_SPEC_FIT) {
        return rb_fail(err, RB_ERR_INPUT, "--profile: expected a fit, got a study of kind %s",
                       rb_spec_kind_name(spec->kind));
    }
    if (q->files[RB_STUDY_PROFILES] != NULL && q->profile == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "--profiles: requires --profile NAME,...");
    }
    bool svg = q->files[RB_STUDY_SVG] != NULL, picture = svg || q->files[RB_STUDY_PNG] != NULL;
    if (picture && spec->kind == RB_SPEC_SWEEP && !rb_sweep_has_picture(&spec->sweep)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: a picture needs a grid of one range or two parameters",
                       svg ? "--svg" : "--png");
    }
    return RB_OK;
}

static int run_kind(const rb_study_spec *spec, rb_study_request *q) {
    rb_study study;
    rb_study_result result;
    char *definition = NULL, title[240];
    rb_error err;
    rb_study_spec_title(spec, title, sizeof title);
    if (rb_study_spec_study(spec, title, &study, &definition, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    int code = rb_study_go(&study, q, &result);
    if (code == RB_EXIT_OK) {
        const rb_study_kind *kind = kinds[spec->kind];
        kind->report(spec, &result);
        bool written = rb_study_write(q, kind, &(rb_study_output){spec, q, &result}, &err);
        code = rb_study_finish(q, &study, &result, written, &err);
    }
    free(definition);
    return code;
}

int rb_study_run_spec(const rb_command_line *line, const rb_study_spec *spec, rb_study_request *q) {
    static const rb_study_kind definition = {.write = {[RB_STUDY_SPEC] = write_spec}};
    rb_error err;
    note_command(q, line);
    rb_status status = prepare(q, &err);
    if (status != RB_OK) {
        return rb_complain_status(&err, status);
    }
    if (!rb_study_write(q, &definition, spec, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (!has_results(q)) {
        return RB_EXIT_OK;
    }
    return spec->kind == RB_SPEC_FIT ? rb_run_fit(spec, q) : run_kind(spec, q);
}

/* ---------------------------------------------------------------- running */

typedef struct watch {
    bool terminal, shown, quiet;
    int tenths; /* printed so far */
} watch;

static void draw_bar(const rb_study_progress *p, double rate, double left) {
    enum { CELLS = 30 };
    char bar[CELLS + 1];
    int full = (int)(CELLS * p->done / p->total);
    memset(bar, '.', CELLS);
    memset(bar, '#', (size_t)full);
    bar[CELLS] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%  %" PRId64 " of %" PRId64 ", %.3g a second, %.0f s left \033[K", bar,
            100 * (double)p->done / (double)p->total, p->done, p->total, rate, left);
}

/* A bar on a terminal, a line for every tenth elsewhere; nothing of what takes two seconds only. */
static bool show(void *context, const rb_study_progress *p) {
    watch *w = context;
    double rate = p->seconds > 0 ? (double)(p->done - p->resumed) / p->seconds : 0;
    double left = rate > 0 ? (double)(p->total - p->done) / rate : 0;
    int tenths = (int)(10 * p->done / p->total);
    if (w->quiet || p->seconds < 2) {
        return !rb_interrupted();
    }
    if (w->terminal) {
        draw_bar(p, rate, left);
        w->shown = true;
    } else if (tenths > w->tenths) {
        fprintf(stderr, "rbsim: %d %%: %" PRId64 " of %" PRId64 ", %.3g a second, %.0f s left\n", 10 * tenths,
                p->done, p->total, rate, left);
        w->tenths = tenths;
    }
    return !rb_interrupted();
}

static void report_interrupted(const rb_study_request *q, const rb_study *study,
                               const rb_study_result *result) {
    bool kept = q->journal_path[0] != '\0';
    fprintf(stderr, "rbsim: interrupted: %" PRId64 " of %" PRId64 " done%s%s%s\n", result->done_count,
            study->job_count, kept ? ", kept in " : "", kept ? q->journal_path : "",
            kept ? "; --resume continues" : "");
}

int rb_study_go(const rb_study *study, rb_study_request *q, rb_study_result *result) {
    watch w = {.terminal = rb_stderr_is_terminal(), .quiet = q->quiet};
    rb_study_options options = {
        .threads = (int)q->threads,
        .journal = q->journal_path[0] != '\0' ? q->journal_path : NULL,
        .resume = q->resume,
        .watch = show,
        .context = &w,
        .execute = team.execute,
        .worker = team.worker,
    };
    rb_error err;
    rb_catch_interrupts(false);
    rb_status status = rb_study_run(study, &options, result, &err);
    if (w.shown) {
        fputs("\r\033[K", stderr);
    }
    if (status != RB_OK) {
        if (result->done_count > 0 && options.journal != NULL) {
            fprintf(stderr, "rbsim: %" PRId64 " of %" PRId64 " done, kept in %s\n", result->done_count,
                    study->job_count, options.journal);
        }
        rb_study_free(result);
        return rb_complain_status(&err, status);
    }
    if (!team.worker && result->done_count < study->job_count) {
        report_interrupted(q, study, result);
        if (options.journal != NULL && !q->keeps_part) {
            rb_study_free(result);
            return rb_exit_interrupted(RB_EXIT_FAILED);
        }
    }
    return RB_EXIT_OK;
}

/* ---------------------------------------------------------------- results */

bool rb_study_write(const rb_study_request *q, const rb_study_kind *kind, const void *context,
                    rb_error *err) {
    for (int i = 0; i < RB_STUDY_FILES && !team.worker; i++) {
        rb_output out;
        if (q->files[i] == NULL || kind->write[i] == NULL) {
            continue;
        }
        if (!rb_output_begin(&out, q->files[i], err)) {
            return false;
        }
        if (!kind->write[i](out.stream, context, (rb_study_file)i)) {
            rb_output_drop(&out);
            rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", q->files[i]);
            return false;
        }
        if (!rb_output_end(&out, err)) {
            return false;
        }
    }
    return true;
}

int rb_study_finish(const rb_study_request *q, const rb_study *study, rb_study_result *result, bool written,
                    const rb_error *err) {
    bool complete = result->done_count == study->job_count;
    bool journal = q->journal_path[0] != '\0';
    rb_study_free(result);
    if (!written) {
        int code = rb_complain(err, RB_EXIT_FAILED);
        if (journal && !team.worker) {
            fprintf(stderr, "rbsim: what was computed is kept in %s; --resume writes it\n", q->journal_path);
        }
        return code;
    }
    if (complete && journal && !team.worker) {
        rb_study_remove_journal(q->journal_path);
    }
    return complete || team.worker ? RB_EXIT_OK : rb_exit_interrupted(RB_EXIT_FAILED);
}
