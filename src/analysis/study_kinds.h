/* The kinds of studies of a spec, and the format of its file. */
#ifndef RB_ANALYSIS_STUDY_KINDS_H
#define RB_ANALYSIS_STUDY_KINDS_H

#include "rattleback/bifurcation.h"
#include "rattleback/ensemble.h"

#define RB_SPEC_FORMAT "rattleback-study"
#define RB_SPEC_VERSION 1

/* Sets jobs, width, chunk, work and context of the study. */
void rb_sweep_prepare(const rb_study_spec *spec, rb_study *study);
void rb_bifurcation_prepare(const rb_study_spec *spec, rb_study *study);
void rb_ensemble_prepare(const rb_study_spec *spec, rb_study *study);

/* rb_study_spec_study as a study of this kind, ignoring the field `kind`. */
rb_status rb_study_spec_study_as(const rb_study_spec *spec, rb_spec_kind kind, const char *title,
                                 rb_study *study, char **definition, rb_error *err);

#endif
