#include "CVideo4Linux.h"

#include <sys/eventfd.h>

int32_t cv4l_event_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
