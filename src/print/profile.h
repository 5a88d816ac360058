/* Profiles of a stone for a lathe or a CNC mill: closed curves in millimetres as SVG or DXF. */
#ifndef RB_PRINT_PROFILE_H
#define RB_PRINT_PROFILE_H

#include <stdio.h>

#include "print/design.h"

typedef enum rb_profile_format { RB_PROFILE_SVG, RB_PROFILE_DXF } rb_profile_format;

/* Writes four layers, side by side: TOP, the outline from above with its holes; LONG and CROSS, the sections
   along and across the middle; HOLES, the circles of the holes. A mesh has no profile. */
rb_status rb_stone_write_profile(const rb_stone_design *design, rb_profile_format format, FILE *out,
                                 rb_error *err);

#endif
