/* Functions of POSIX that the unit tests call, for Windows; included before every source of a test. Files
   are opened in binary mode. A test that calls what Windows does not have is skipped there. */
#ifndef RB_TESTS_SUPPORT_WINDOWS_POSIX_H
#define RB_TESTS_SUPPORT_WINDOWS_POSIX_H

#include <direct.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#define mkdir(path, mode) _mkdir(path)
#define strtok_r strtok_s
#define strdup _strdup

char *mkdtemp(char *name); /* six X at its end are replaced */
int setenv(const char *name, const char *value, int replace);
int unsetenv(const char *name);
enum { _SC_PAGESIZE = 30 };
long sysconf(int name); /* of _SC_PAGESIZE only */
int truncate(const char *path, off_t size);

enum { SIGKILL = 9 };

/* Skip the test; kill ends the process first. */
int kill(pid_t pid, int signal_number);
int mkfifo(const char *path, unsigned mode);
int symlink(const char *target, const char *path);

#endif
