#define _GNU_SOURCE
#include "CPlatform.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int facialfun_anonymous_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int facialfun_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
