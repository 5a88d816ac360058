/* Options that describe the camera of track and fit. */
#include "cli/camera_args.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

/* Three numbers for each point, separated by blanks, commas or semicolons. */
static rb_status read_markers(const rb_option *option, const char *text, void *field,
                              rb_error *err) {
    rb_tracker *camera = field;
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
                       "%s: expected three numbers (m) for each of 1 to %d points, got "
                       "\"%.200s\"",
                       option->name, RB_FIT_MARKERS, text);
    }
    camera->marker_count = count / 3;
    for (int j = 0; j < camera->marker_count; j++) {
        camera->markers[j] = (rb_vec3){numbers[3 * j], numbers[3 * j + 1], numbers[3 * j + 2]};
    }
    return RB_OK;
}

const rb_option rb_cli_camera_options[] = {
    {.name = "--camera",
     .value = "HEIGHT",
     .help = "height of the camera above the floor, m",
     .read = rb_option_number,
     .offset = offsetof(rb_tracker, height),
     .min = 0,
     .max = INFINITY,
     .flags = RB_OPTION_ABOVE_MIN},
    {.name = "--markers",
     .value = "\"X Y Z, ...\"",
     .help = "marked points of the body in body axes, m",
     .read = read_markers},
    {0},
};
