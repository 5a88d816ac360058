/** @file
   Recordings: a run with all its signals in memory, as columns of numbers. Everything is accessed
   through a pointer, so bindings to other languages need no struct of this library; the Python module
   uses it. Texts and arrays that a function returns belong to the recording. A recording may be read from
   several threads at once. */
#ifndef RATTLEBACK_RECORDING_H
#define RATTLEBACK_RECORDING_H

#include "rattleback/outcomes.h"
#include "rattleback/run.h"

RB_BEGIN_DECLS

/** A run and all its signals. */
typedef struct rb_recording rb_recording;

#define RB_RECORDING_BYTES_MAX 1073741824.0 /**< memory of a recording at most, bytes */

/** Runs the scene until the time, s, and records every signal of its body at 0, every, 2 every, ... s and
   at the end. A number other than 0 in *stop, written by another thread, ends the run; stop may be NULL.
   Returns NULL on failure, also if all rows would take more than RB_RECORDING_BYTES_MAX. */
RB_API rb_recording *rb_record(const rb_scene *scene, double until, double every, const volatile int *stop,
                               rb_error *err);
/** Frees it; NULL is allowed. */
RB_API void rb_recording_destroy(rb_recording *recording);
/** Returns the number of recorded instants. */
RB_API size_t rb_recording_rows(const rb_recording *recording);
/** Returns the number of recorded signals. */
RB_API int rb_recording_columns(const rb_recording *recording);
/** Returns a text of a column. key: "name", "symbol", "unit", "help"; NULL for another key. */
RB_API const char *rb_recording_string(const rb_recording *recording, int column, const char *key);
/** Returns the values of a signal, one for each instant. */
RB_API const double *rb_recording_values(const rb_recording *recording, int column);
/** Returns an outcome by its index in the table; NAN if it did not happen or does not apply to the body. */
RB_API double rb_recording_outcome(const rb_recording *recording, int index);
/** Returns the name of the reason why the run ended. */
RB_API const char *rb_recording_end_reason(const rb_recording *recording);
/** Returns the state hash at the end. */
RB_API uint64_t rb_recording_hash(const rb_recording *recording);
/** Returns the number of stored events. */
RB_API int rb_recording_events(const rb_recording *recording);
/** Returns rb_event_name, and gets the time (s) and the contact; NULL beyond the last. */
RB_API const char *rb_recording_event(const rb_recording *recording, int index, double *t, int *which);

RB_END_DECLS

#endif
