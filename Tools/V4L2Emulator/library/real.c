#include "real.h"

#include "camera.h"

#include <dlfcn.h>

void *real_symbol(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) { emulator_fail("the C library has no function %s", name); }
    return found;
}
