/* The picture of accuracy against cost: a log-log scatter of the laws as SVG. */
#ifndef RB_CLI_LAW_ERROR_SVG_H
#define RB_CLI_LAW_ERROR_SVG_H

#include <rattleback/law_error.h>
#include <stdio.h>

void rb_law_error_svg(FILE *out, const rb_law_error_case *c, const rb_law_error_row *rows,
                      int count);

#endif
