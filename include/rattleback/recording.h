/** @file
   Recordings: a run with all its signals in memory, as columns of numbers. Everything is behind a
   pointer, so that other languages need no struct of this library; the Python module is built on it.
   Texts and arrays that a function returns belong to the recording. A recording may be read from
   several threads at once. */
#ifndef RATTLEBACK_RECORDING_H
#define RATTLEBACK_RECORDING_H

#include "rattleback/outcomes.h"
#include "rattleback/run.h"

RB_BEGIN_DECLS

/** A run and all its signals. */
typedef struct rb_recording rb_recording;

#define RB_RECORDING_BYTES_MAX 1073741824.0 /**< memory of a recording at most, bytes */

/** Runs the scene until the time, s, and keeps every signal that fits its body at 0, every, 2 every,
   ... s and at the end. A number other than 0 in *stop, written by another thread, ends the run;
   stop may be NULL. Returns NULL on failure, also where all rows would take more than
   RB_RECORDING_BYTES_MAX. */
RB_API rb_recording *rb_record(const rb_scene *scene, double until, double every, const volatile int *stop,
                               rb_error *err);
/** Frees it; NULL is allowed. */
RB_API void rb_recording_destroy(rb_recording *recording);
/** Recorded instants. */
RB_API size_t rb_recording_rows(const rb_recording *recording);
/** Recorded signals. */
RB_API int rb_recording_columns(const rb_recording *recording);
/** key: "name", "symbol", "unit", "help"; else NULL. */
RB_API const char *rb_recording_string(const rb_recording *recording, int column, const char *key);
/** The values of a signal, one for each instant. */
RB_API const double *rb_recording_values(const rb_recording *recording, int column);
/** Of the table of outcomes, by index; NAN where it did not happen or does not fit the body. */
RB_API double rb_recording_outcome(const rb_recording *recording, int index);
/** The name of the reason why it ended. */
RB_API const char *rb_recording_end_reason(const rb_recording *recording);
/** The state hash at the end. */
RB_API uint64_t rb_recording_hash(const rb_recording *recording);
/** Kept events. */
RB_API int rb_recording_events(const rb_recording *recording);
/** rb_event_name, when (s) and at which contact; NULL beyond the last. */
RB_API const char *rb_recording_event(const rb_recording *recording, int index, double *t, int *which);

RB_END_DECLS

#endif
