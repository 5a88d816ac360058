#include "cli/cli.h"
#include "cli/output.h"

int main(int argc, char **argv) {
    rb_prepare_streams();
    return rb_finish_stdout(rb_run_command(argc, argv));
}
