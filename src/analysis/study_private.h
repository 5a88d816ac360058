/* Internal interfaces of studies: workers, background studies, journal, kinds of studies, axes. */
#ifndef RB_ANALYSIS_STUDY_PRIVATE_H
#define RB_ANALYSIS_STUDY_PRIVATE_H

#include <stddef.h>
#include <stdio.h>

#include "rattleback/bifurcation.h"
#include "rattleback/ensemble.h"
#include "rattleback/study.h"
#include "rattleback/sweep.h"
#include "sim/csv.h"

/* A running study from the side of its workers: threads here, other processes in rbsim-mpi. A free worker
   takes a chunk, computes it and returns the rows. */

/* Opens a study and reads its journal, without running any job. All arguments must outlive the control. On
   failure there is no control; the result must still be freed. */
rb_status rb_study_open(const rb_study *study, const rb_study_options *options, rb_study_result *out,
                        rb_study_control **opened, rb_error *err);
/* Ends it. Returns the first failure, if any. The result stays valid. */
rb_status rb_study_close(rb_study_control *control, rb_error *err);
/* Stops all workers within a step; callable from any thread. */
void rb_study_stop(rb_study_control *control);

/* The study. */
const rb_study *rb_study_of(const rb_study_control *control);

/* Takes the next free chunk; false if there is none or the study is to end. */
bool rb_study_take(rb_study_control *control, int64_t *first, int *count);
/* Stores completed rows in the result and the journal. */
void rb_study_give(rb_study_control *control, int64_t first, int count, const double *rows);
/* Returns a chunk that will not be computed, for another worker. */
void rb_study_put_back(rb_study_control *control, int64_t first);
/* Ends the study with a message. */
void rb_study_fail(rb_study_control *control, rb_status status, const rb_error *err);

/* Calls the progress callback when it is due. To be called regularly by the thread that runs the study.
   Returns false if the study is to end. */
bool rb_study_look(rb_study_control *control);
/* Is the study to use idle cores only? */
bool rb_study_is_idle_work(const rb_study_control *control);
/* Are all jobs done? */
bool rb_study_is_done(rb_study_control *control);

/* Does chunks, at least one, until none is left or `enough` (may be NULL) returns true. rows has room for
   a chunk. Returns false if none is left. */
bool rb_study_do_chunks(rb_study_control *control, double *rows, bool (*enough)(void *context),
                        void *context);

/* Threads that do chunks until none is left. Where no thread can be started, begin does them all. */
typedef struct rb_study_pool rb_study_pool;
rb_study_pool *rb_study_pool_begin(rb_study_control *control, int threads, rb_error *err);
/* Have all threads ended? Does not wait. */
bool rb_study_pool_done(rb_study_pool *pool);
/* Waits up to 0.1 s. Have all threads ended? */
bool rb_study_pool_wait(rb_study_pool *pool);
void rb_study_pool_end(rb_study_pool *pool);

/* sweep.c: finds an outcome of studies by its name; else the first that begins with it, else the first that
   ends with it. NULL: the body has none. */
const rb_outcome *rb_sweep_find_value(const rb_body_kind *body, const char *name);
/* The outcome of studies of this number, from 0, and whether studies of this body can have it. NULL: there
   are no more. */
const rb_outcome *rb_sweep_value_at(int index);
bool rb_sweep_value_fits(const rb_outcome *outcome, const rb_body_kind *body);

/* A study in the background: threads of low priority do its jobs, or, without threads, its owner does some
   at a time. The owner takes rows as they are completed and never waits. */

typedef struct rb_background rb_background;

/* Starts; the context of the study must outlive it. Leaves one core to the owner, if there are several. */
rb_background *rb_background_begin(const rb_study *study, bool threaded, rb_error *err);
/* Without threads: does jobs for about this many seconds, at least one. */
void rb_background_pump(rb_background *background, double seconds);
/* Returns the next completed row, in the order of completion; NULL: none now. */
const double *rb_background_take(rb_background *background, int64_t *job);
/* Cancels the running jobs; returns without waiting for them. */
void rb_background_cancel(rb_background *background);
/* Has it ended: all done, cancelled or failed? */
bool rb_background_ended(rb_background *background);
/* Cancels and frees it. Returns the first failure, if any. NULL is allowed. */
rb_status rb_background_end(rb_background *background, rb_error *err);

/* The journal of a study: a line of text for every completed job, only appended. Every line has a
   checksum: a line that a crash has truncated is skipped. The first line identifies the study. */

/* An open journal. */
typedef struct rb_journal {
    int handle; /* -1: no journal */
    const char *path;
} rb_journal;

/* Reads the completed jobs into rows and done (room for the whole study) and counts them. A missing file
   has none. Rejects a file that is not a journal, and journals of another study or version. */
rb_status rb_journal_read(const char *path, const rb_study *study, double *rows, unsigned char *done,
                          int64_t *count, rb_error *err);
/* The same from a stream; path is for messages. */
rb_status rb_journal_read_stream(FILE *in, const char *path, const rb_study *study, double *rows,
                                 unsigned char *done, int64_t *count, rb_error *err);

/* Opens it for appending, and writes the first line if it is new. `exists`: it must exist. Locks it
   against other processes. */
rb_status rb_journal_open(rb_journal *journal, const char *path, const rb_study *study, bool exists,
                          rb_error *err);
/* Appends jobs in one write; on failure (disk full) all earlier lines stay valid. */
rb_status rb_journal_add(const rb_journal *journal, int64_t first, int count, int width, const double *rows,
                         rb_error *err);
/* Closes it, with all lines on the disk. */
void rb_journal_close(rb_journal *journal);

/* Differences between the definitions of two studies. */

/* The first differences of two definitions in JSON, `found` and `wanted`, in words: "axes[0].count: 20, here
   10".
   "" where one of them is not JSON, or nothing differs. */
void rb_definitions_differ(const char *found, const char *wanted, char *text, size_t size);

/* The kinds of studies of a spec, and the format of its file. */

#define RB_SPEC_FORMAT "rattleback-study"
#define RB_SPEC_VERSION 1

/* Sets jobs, width, chunk, work and context of the study. */
void rb_sweep_prepare(const rb_study_spec *spec, rb_study *study);
void rb_bifurcation_prepare(const rb_study_spec *spec, rb_study *study);
void rb_ensemble_prepare(const rb_study_spec *spec, rb_study *study);
void rb_basins_prepare(const rb_study_spec *spec, rb_study *study);

/* rb_study_spec_study as a study of this kind, ignoring the field `kind`. */
rb_status rb_study_spec_study_as(const rb_study_spec *spec, rb_spec_kind kind, const char *title,
                                 rb_study *study, char **definition, rb_error *err);

/* Internal functions of axes, in addition to rattleback/sweep.h. */

/* Finds the parameter by the axis' name and checks that it may have every value of the range. Messages begin
   with `option`. */
rb_status rb_axis_check(rb_axis *axis, const rb_scene *scene, const char *option, rb_error *err);
/* Returns the value at a share of the range, 0 to 1. */
double rb_axis_at(const rb_axis *axis, double share);
/* Sets this value of the parameter, or this law, in the scene. */
void rb_axis_set(const rb_axis *axis, rb_scene *scene, double value);
/* Returns the value that stands for a friction law in an axis of laws, its index; NAN: no law has this id. */
double rb_axis_law_value(const char *id);
/* Writes the label of an axis of a picture: "omega1 ω₁, rad/s". */
void rb_axis_label(const rb_axis *axis, char *text, size_t size);
/* Writes a field of a table: the number, or the id of the law. */
void rb_axis_write_value(const rb_axis *axis, double value, rb_csv *csv);

#endif
