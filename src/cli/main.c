#include "base/system.h"
#include "cli/cli.h"
#include "cli/output.h"

int main(int argc, char **argv) {
    rb_prepare_streams();
    argv = rb_arguments(&argc, argv);
    return rb_finish_stdout(rb_run_command(argc, argv));
}
