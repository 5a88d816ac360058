/* Options that several commands share. */
#ifndef RB_CLI_SHARED_OPTIONS_H
#define RB_CLI_SHARED_OPTIONS_H

#include "cli/command_line.h"

/* Options that edit a scene: --law, --set, --start and so on. `offset` is that of the rb_scene. */
extern const rb_option rb_cli_scene_options[];
#define RB_SCENE_OPTIONS(offset)                                                                             \
    { "Options that change the scene", rb_cli_scene_options, offset }

/* --camera and --markers. `offset` is that of the rb_tracker. */
extern const rb_option rb_cli_camera_options[];
#define RB_CAMERA_OPTIONS(offset)                                                                            \
    { "Options of the camera", rb_cli_camera_options, offset }

/* Does the scene keep its own method? So it does if the command has no options for the scene, with
   "--solver scene", and with a step or a tick (--step, --set step=) unless a method is named, too. */
bool rb_command_line_keeps_method(const rb_command_line *line);

#endif
