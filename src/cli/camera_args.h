#ifndef RB_CLI_CAMERA_ARGS_H
#define RB_CLI_CAMERA_ARGS_H

#include <rattleback/fit.h>

#include "cli/command_line.h"

/* --camera and --markers; `offset` is that of the rb_tracker they fill. */
extern const rb_option rb_cli_camera_options[];
#define RB_CAMERA_OPTIONS(offset)                                                                  \
    { "Options of the camera", rb_cli_camera_options, offset }

#endif
