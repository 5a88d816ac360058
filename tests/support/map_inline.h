/* Poincare maps, for tests. */
#ifndef RB_TESTS_SUPPORT_MAP_INLINE_H
#define RB_TESTS_SUPPORT_MAP_INLINE_H

#include "rattleback/poincare.h"
#include "support.h"

/* Points of the body's default section after a transient. */
static inline rb_map_result rb_test_map(const rb_scene *scene, int transient, int count,
                                        rb_map_point *points) {
    rb_map_request request = {.transient = transient, .points = count, .patience = 3000};
    rb_map_result result;
    rb_error err = {""};
    assert_int_equal(rb_section_read(scene->body, NULL, &request.section, &err), RB_OK);
    if (rb_poincare(scene, &request, points, &result, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return result;
}

#endif
