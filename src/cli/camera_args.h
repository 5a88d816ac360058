#ifndef RB_CLI_CAMERA_ARGS_H
#define RB_CLI_CAMERA_ARGS_H

#include <rattleback/fit.h>

#include "cli/cli.h"

/* --camera HEIGHT or --markers "x y z, x y z ...": 1, 0 if it is neither, -1 and err. */
int rb_take_camera_option(rb_args *args, rb_tracker *camera, rb_error *err);

#endif
