#include "cli/camera_args.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* Three numbers for each point, parted by blanks, commas or semicolons. */
static rb_status read_markers(const char *text, rb_tracker *camera, rb_error *err) {
    double numbers[3 * RB_FIT_MARKERS];
    int count = 0;
    const char *at = text + strspn(text, " ,;");
    while (*at != '\0') {
        char *end = NULL;
        double number = rb_number_read(at, &end);
        if (end == at || !isfinite(number) || count == 3 * RB_FIT_MARKERS) {
            count = 0;
            break;
        }
        numbers[count++] = number;
        at = end + strspn(end, " ,;");
    }
    if (count == 0 || count % 3 != 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--markers: expected three numbers (m) for each of 1 to %d points, got "
                       "\"%.200s\"",
                       RB_FIT_MARKERS, text);
    }
    camera->marker_count = count / 3;
    for (int j = 0; j < camera->marker_count; j++) {
        camera->markers[j] = (rb_vec3){numbers[3 * j], numbers[3 * j + 1], numbers[3 * j + 2]};
    }
    return RB_OK;
}

int rb_take_camera_option(rb_args *args, rb_tracker *camera, rb_error *err) {
    const char *text = NULL;
    int found = rb_args_option(args, "--markers", &text, err);
    if (found > 0) {
        return read_markers(text, camera, err) == RB_OK ? 1 : -1;
    }
    found = found != 0 ? found : rb_args_number(args, "--camera", &camera->height, err);
    if (found > 0 && !(camera->height > 0)) {
        rb_fail(err, RB_ERR_INPUT, "--camera: expected a height above 0 m, got %g", camera->height);
        return -1;
    }
    return found;
}
