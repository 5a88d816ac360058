/* Cost of a friction law in nanoseconds per evaluation, and two limits for the exact ones: exact-circle
   within 2 times k11-tanh, exact-ellipse (to 1e-6) within 10 times k15-a2 for any b and any
   instantaneous centre. Exit status 1 if one is exceeded. */
#include "reproduce/law_error.h"
#include <stdio.h>
#include <string.h>

static const double lengths[] = {1, 0.5, 0.3, 0.18, 0.1, 0.03, 0.01, 1e-3, 1e-6};
enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

static double cost_of(const char *id, double b, int quality, bool rim) {
    const rb_friction_law *law = rb_friction_law_find(id);
    double values[RB_PARAMS_MAX];
    rb_param_defaults(law->params, values);
    int i = rb_param_find(law->params, "quality");
    if (i >= 0) {
        values[i] = quality;
    }
    rb_friction f;
    rb_friction_init(&f, law, values, (rb_patch){5e-3, b});
    return rb_law_cost(&f, false, rim);
}

static void print_all(void) {
    printf("%-16s %10s %18s\n", "law", "ns/value", "ns/value+slopes");
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (law->evaluate == NULL) {
            continue;
        }
        rb_friction f;
        rb_friction_init(&f, law, NULL, (rb_patch){5e-3, law->shape == RB_PATCH_ELLIPSE ? 0.18 : 1});
        printf("%-16s %10.1f %18.1f\n", law->id, rb_law_cost(&f, false, false), rb_law_cost(&f, true, false));
    }
}

int main(void) {
    static const char *const qualities[] = {"fast", "accurate"};
    bool kept = true;
    print_all();
    double ratio = cost_of("exact-circle", 1, 0, false) / cost_of("k11-tanh", 1, 0, false);
    printf("\nexact-circle / k11-tanh               %6.2f   (promised: 2)\n", ratio);
    kept = kept && ratio <= 2;
    for (int quality = 0; quality < 2; quality++) {
        for (int rim = 0; rim < 2; rim++) {
            printf("exact-ellipse (%s) / k15-a2%s\n", qualities[quality],
                   rim ? ", centre near the rim (most work)" : "");
            for (int i = 0; i < LENGTHS; i++) {
                double b = lengths[i];
                double ours = cost_of("exact-ellipse", b, quality, rim);
                ratio = ours / cost_of("k15-a2", b, 0, rim);
                printf("    b = %-6g  %8.1f ns  %22.2f   %s\n", b, ours, ratio,
                       quality == 0 ? "(promised: 10)" : "");
                kept = kept && (quality != 0 || ratio <= 10);
            }
        }
    }
    printf("%s\n", kept ? "both promises kept" : "a promise is BROKEN");
    return kept ? 0 : 1;
}
