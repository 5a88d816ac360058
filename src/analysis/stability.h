/* Stability of steady spin about the vertical: the growth of a small wobble, simulated and by linear theory
   (docs/studies.md#stability-of-steady-spin). Values of studies. */
#ifndef RB_ANALYSIS_STABILITY_H
#define RB_ANALYSIS_STABILITY_H

#include "bodies/model.h"
#include "rattleback/outcomes.h"
#include "rattleback/run.h"

extern const rb_outcome rb_outcome_wobble_growth, rb_outcome_wobble_theory;

/* Runs the scene from its steady spin, tilted by 1e-4 rad, up to its end time or a tilt of 0.05 rad, and
   finds the rate, 1/s, at which the tilt grows; NAN if the run is too short for it. A top that starts beyond
   a right angle stands upside down. cancelled: as in rb_observer. */
rb_status rb_wobble_growth(const rb_scene *scene, bool (*cancelled)(void *context, double t), void *context,
                           rb_summary *summary, double *growth, rb_error *err);

/* The same rate by the eigenvalues of the linearised motion; NAN where there is no theory. Celts roll without
   slip and loss. Tops slide with a friction that is proportional to their slip. */
double rb_wobble_theory(const rb_scene *scene);

/* Builds the model of a celt that rolls without slip and loss. Returns false if it cannot spin steadily about
   axis 3. */
bool rb_steady_spin_model(const rb_scene *scene, rb_model *model);

#endif
