#include "CVersion.h"

// The next version to be tagged; Packaging/version reads it here if there is no tag yet.
#ifndef FACIALFUN_VERSION
#define FACIALFUN_VERSION "0.1.0"
#endif

const char *facialfun_version(void) { return FACIALFUN_VERSION; }
