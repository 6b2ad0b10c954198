#include "CFreedMemory.h"

#include <malloc.h>

int pet_overwrite_freed_memory(void) {
#ifdef M_PERTURB
    return mallopt(M_PERTURB, 0x5A);
#else
    return 0;
#endif
}
