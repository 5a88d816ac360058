/* Where the centre of pressure and the end of the rolling moment would be if the same rolling went
   another way: AK18 Fig. 3 draws these paths as ellipses. */
#include <math.h>

#include "math/pi.h"
#include "viewer/world/microscope.h"

bool rb_patch_travel(const rb_scene *scene, const rb_patch_facts *f,
                     double M[RB_TRAVEL_POINTS][2]) {
    const rb_rolling_law *law = scene ? scene->rolling : NULL;
    if (!law || !rb_patch_loaded(f) || hypot(f->M_x, f->M_y) < 1e-9 * f->N * f->a)
        return false;
    for (int i = 0; i < RB_TRAVEL_POINTS; i++) {
        const double angle = 2.0 * RB_PI * i / (RB_TRAVEL_POINTS - 1);
        const double c = cos(angle), s = sin(angle);
        const rb_rolling_motion motion = {c * f->w_x - s * f->w_y, s * f->w_x + c * f->w_y,
                                          c * f->vr_x - s * f->vr_y, s * f->vr_x + c * f->vr_y};
        rb_rolling_result result = {0};
        law->evaluate(scene->values[RB_SECTION_ROLLING], (rb_patch){f->a, f->b}, &motion, &result,
                      NULL);
        M[i][0] = f->N * f->a * result.M_x;
        M[i][1] = f->N * f->a * result.M_y;
        if (!isfinite(M[i][0]) || !isfinite(M[i][1]))
            return false;
    }
    return true;
}
