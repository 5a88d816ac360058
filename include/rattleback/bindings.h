/** @file
   For other languages: scenes, recorded runs and laws behind pointers, plain numbers and text, so
   that nobody has to know how our structs are laid out. The Python module is built on this header
   and nothing else. Text and arrays that a function returns belong to the library; they live as long
   as what they were asked of. */
#ifndef RATTLEBACK_BINDINGS_H
#define RATTLEBACK_BINDINGS_H

#include "rattleback/library.h"
#include "rattleback/outcomes.h"
#include "rattleback/run.h"

RB_BEGIN_DECLS

/** The library of scenes; NULL on failure, the reason is in err. */
RB_API rb_library *rb_library_create(const char *folder, rb_error *err);
/** Frees it; NULL is allowed. */
RB_API void rb_library_destroy(rb_library *library);
/** How many scenes it has. */
RB_API int rb_library_size(const rb_library *library);
/** The scene at index, 0 to one less than there are. */
RB_API const rb_scene *rb_library_scene(const rb_library *library, int index);

/** A scene of one's own, by id or path; NULL on failure. Change it with rb_scene_assign. */
RB_API rb_scene *rb_scene_open(const char *id_or_path, rb_error *err);
/** Frees it; NULL is allowed. */
RB_API void rb_scene_close(rb_scene *scene);
/** key: "id", "name", "description", "source", "body", "law", "rolling", "normal"; else NULL. */
RB_API const char *rb_scene_word(const rb_scene *scene, const char *key);
/** Where the scene says that a run ends, s. */
RB_API double rb_scene_until(const rb_scene *scene);

/** A word about a law. key: "id", "name", "source", "help"; else NULL. */
RB_API const char *rb_friction_law_word(int index, const char *key);

/** The law on a patch (a m, b) at count slips. slips: u_x, u_y, omega, d_c, d_s of each; tractions:
   T_x, T_y, M of each. assignments: "eps=0.1", "set=A", ..., ended by NULL, or NULL; without any
   the law is as printed. */
RB_API rb_status rb_friction_law_evaluate(const char *id, const char *const *assignments, double a,
                                          double b, size_t count, const double *slips,
                                          double *tractions, rb_error *err);

/** A run and all its signals. */
typedef struct rb_recording rb_recording;

#define RB_RECORDING_BYTES_MAX 1073741824.0 /**< memory of a recording at most, bytes */

/** Runs the scene until the time, s, and keeps every signal that fits its body at 0, every, 2 every,
   ... s and at the end. A number other than 0 in *stop, written by another thread, ends the run;
   stop may be NULL. Returns NULL on failure, also where all rows would take more than
   RB_RECORDING_BYTES_MAX. */
RB_API rb_recording *rb_record(const rb_scene *scene, double until, double every,
                               const volatile int *stop, rb_error *err);
/** Frees it; NULL is allowed. */
RB_API void rb_recording_destroy(rb_recording *recording);
/** Recorded instants. */
RB_API size_t rb_recording_rows(const rb_recording *recording);
/** Recorded signals. */
RB_API int rb_recording_columns(const rb_recording *recording);
/** key: "name", "symbol", "unit", "help"; else NULL. */
RB_API const char *rb_recording_word(const rb_recording *recording, int column, const char *key);
/** The values of a signal, one for each instant. */
RB_API const double *rb_recording_values(const rb_recording *recording, int column);
/** Of the table of outcomes, by index; NAN where it did not happen or does not fit the body. */
RB_API double rb_recording_outcome(const rb_recording *recording, int index);
/** The same table's names; NULL beyond its end. */
RB_API const char *rb_outcome_name(int index);
/** The name of the reason why it ended. */
RB_API const char *rb_recording_end_reason(const rb_recording *recording);
/** The state hash at the end. */
RB_API uint64_t rb_recording_hash(const rb_recording *recording);
/** Kept events. */
RB_API int rb_recording_events(const rb_recording *recording);
/** rb_event_name, when (s) and at which contact; NULL beyond the last. */
RB_API const char *rb_recording_event(const rb_recording *recording, int index, double *t,
                                      int *which);

RB_END_DECLS

#endif
