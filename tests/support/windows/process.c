#include "process.h"

#include <fcntl.h>
#include <windows.h>

#include "base/windows/wide.h"
#include "support.h"

enum { ARGUMENTS_MAX = 64 };

/* A file that is deleted when it is closed; the child inherits it. */
static int nameless_file(void) {
    wchar_t folder[MAX_PATH], name[MAX_PATH];
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    assert_true(GetTempPathW(MAX_PATH, folder) > 0 && GetTempFileNameW(folder, L"rb", 0, name) != 0);
    HANDLE file = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE,
                              &inherited, CREATE_ALWAYS, FILE_FLAG_DELETE_ON_CLOSE, NULL);
    assert_true(file != INVALID_HANDLE_VALUE);
    return _open_osfhandle((intptr_t)file, _O_BINARY | _O_RDWR);
}

test_process test_process_start(const char *program, const char *const *arguments) {
    static wchar_t line[RB_COMMAND_MAX];
    const char *argv[ARGUMENTS_MAX] = {program};
    for (int i = 0; arguments[i] != NULL; i++) {
        assert_true(i + 2 < ARGUMENTS_MAX);
        argv[i + 1] = arguments[i];
    }
    if (strstr(program, ".exe") == NULL) {
        skip(); /* a shell or another program of POSIX */
    }
    test_process process = {.out_file = nameless_file(), .err_file = nameless_file()};
    STARTUPINFOW info = {.cb = sizeof info,
                         .dwFlags = STARTF_USESTDHANDLES,
                         .hStdInput = GetStdHandle(STD_INPUT_HANDLE),
                         .hStdOutput = (HANDLE)_get_osfhandle(process.out_file),
                         .hStdError = (HANDLE)_get_osfhandle(process.err_file)};
    PROCESS_INFORMATION made;
    assert_true(rb_widen_command(argv, line));
    assert_true(CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &info, &made) != 0);
    CloseHandle(made.hThread);
    process.pid = (pid_t)(intptr_t)made.hProcess;
    return process;
}

static char *read_all(int file) {
    long size = _lseek(file, 0, SEEK_END);
    assert_true(size >= 0);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    _lseek(file, 0, SEEK_SET);
    assert_true(_read(file, text, (unsigned)size) == size);
    text[size] = '\0';
    _close(file);
    return text;
}

void test_process_finish(test_process *process) {
    HANDLE child = (HANDLE)(intptr_t)process->pid;
    DWORD status = 0;
    WaitForSingleObject(child, INFINITE);
    assert_true(GetExitCodeProcess(child, &status) != 0);
    CloseHandle(child);
    process->status = (int)status;
    process->out = read_all(process->out_file);
    process->err = read_all(process->err_file);
}

void test_process_free(test_process *process) {
    free(process->out);
    free(process->err);
}

/* A program is not asked here: kill (posix.h) ends it. */
bool test_process_catches(pid_t pid, int signal_number) {
    (void)pid, (void)signal_number;
    return true;
}
