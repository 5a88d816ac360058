#include <fcntl.h>
#include <windows.h>

#include "support.h"

__attribute__((constructor)) static void open_files_in_binary_mode(void) {
    _fmode = _O_BINARY;
}

char *mkdtemp(char *name) {
    return _mktemp(name) != NULL && _mkdir(name) == 0 ? name : NULL;
}

int setenv(const char *name, const char *value, int replace) {
    return replace || getenv(name) == NULL ? _putenv_s(name, value) : 0;
}

int unsetenv(const char *name) {
    return _putenv_s(name, "");
}

int truncate(const char *path, off_t size) {
    int file = _open(path, _O_RDWR | _O_BINARY);
    int status = file >= 0 ? _chsize(file, size) : -1;
    if (file >= 0) {
        _close(file);
    }
    return status;
}

long sysconf(int name) {
    SYSTEM_INFO info;
    (void)name;
    GetSystemInfo(&info);
    return (long)info.dwPageSize;
}

int kill(pid_t pid, int signal_number) {
    (void)signal_number;
    HANDLE process = (HANDLE)(intptr_t)pid; /* as process.c stores it */
    TerminateProcess(process, 1);
    WaitForSingleObject(process, INFINITE);
    skip();
}

int mkfifo(const char *path, unsigned mode) {
    (void)path, (void)mode;
    skip();
}

int symlink(const char *target, const char *path) {
    (void)target, (void)path;
    skip();
}
