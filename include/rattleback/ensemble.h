/** @file
   Ensembles: a scene run many times with varied parameters, and the band of its signals. Run 0 is
   the scene itself. */
#ifndef RATTLEBACK_ENSEMBLE_H
#define RATTLEBACK_ENSEMBLE_H

#include "rattleback/study_spec.h"

RB_BEGIN_DECLS

/** Varies a parameter: "mu=5%" by up to 5 % of its value in both directions, "omega2=0.05" by that amount;
   a plus-minus sign may precede the number. */
RB_API rb_status rb_ensemble_vary(rb_study_spec *ensemble, const char *option, const char *text,
                                  rb_error *err);
/** Adds signals by their names, separated by commas. */
RB_API rb_status rb_ensemble_add_signals(rb_study_spec *ensemble, const char *option, const char *names,
                                         rb_error *err);

/** Returns the time of a sample, s. */
RB_API double rb_ensemble_time(const rb_study_spec *ensemble, int sample);
/** Makes a study of it; definition must be freed, and title is its first line. */
RB_API rb_status rb_ensemble_study(const rb_study_spec *ensemble, const char *title, rb_study *study,
                                   char **definition, rb_error *err);

/** Distribution of a signal over the runs at one time. */
typedef struct rb_band {
    double own;       /**< value of the scene itself */
    double median;    /**< half of the runs are below */
    double low, high; /**< 5 % and 95 % quantiles */
    int count;        /**< runs that have a value at that time */
} rb_band;

/** Returns the band of a signal (index in signals) at a sample; NAN if there is none. scratch: room for
   one number per run. */
RB_API rb_band rb_ensemble_band(const rb_study_spec *ensemble, const rb_study_result *result, int signal,
                                int sample, double *scratch);

RB_END_DECLS

#endif
