/* Values of parameters as text. */
#ifndef RB_BASE_PARAM_TEXT_H
#define RB_BASE_PARAM_TEXT_H

#include <stddef.h>

#include "rattleback/param.h"

/* Writes a value as rb_param_parse reads it: a choice by its name, a switch as true or false, a number
   with the fewest digits that give the same bits. */
void rb_param_write(const rb_param *row, double value, char *text, size_t size);

#endif
