/* Results of analyses of a motion as JSON, for rbsim's --summary and rattleback/compute.h. Each function adds
   the fields of one object. */
#ifndef RB_ANALYSIS_DYNAMICS_JSON_H
#define RB_ANALYSIS_DYNAMICS_JSON_H

#include "analysis/continuation.h"
#include "analysis/gradient.h"
#include "analysis/lyapunov.h"
#include "base/json.h"

void rb_gradient_json(rb_json *json, const rb_scene *scene, const rb_gradient_request *request,
                      const rb_gradient *gradient);
void rb_lyapunov_json(rb_json *json, const rb_scene *scene, double transient, const rb_lyapunov *lyapunov);
void rb_orbit_json(rb_json *json, const rb_scene *scene, const rb_orbit *orbit);
/* path: also every orbit along the branches, with its points in the section. */
void rb_continuation_json(rb_json *json, const rb_scene *scene, const rb_continuation_request *request,
                          const rb_continuation *continuation, bool path);

#endif
