/* Help of rbsim, written from the tables of commands and options. */
#ifndef RB_CLI_HELP_H
#define RB_CLI_HELP_H

#include <stdio.h>

#include "cli/command_line.h"

/* The list of commands. */
void rb_print_help(FILE *out);
/* One command and its options. */
void rb_print_command_help(FILE *out, const rb_cli_command *command);
/* Every command with its own options, then the shared options once; packaging/man.sh makes the manual
   page of it. */
void rb_print_reference(FILE *out);

/* Prints words so that no line is wider than 100 columns; `column` is where the first one begins,
   `indent` where further lines begin. */
void rb_print_wrapped(FILE *out, const char *text, int column, int indent);

#endif
