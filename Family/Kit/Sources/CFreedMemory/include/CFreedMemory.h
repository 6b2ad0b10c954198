#ifndef C_FREED_MEMORY_H
#define C_FREED_MEMORY_H

#ifdef __cplusplus
extern "C" {
#endif

/// Has the C library overwrite every block of more than 1,032 bytes when it is freed (mallopt(3),
/// M_PERTURB), for the rest of the process's life. Smaller blocks keep what they held until they are
/// used again.
///
/// Returns 1, or 0 where the C library cannot.
int pet_overwrite_freed_memory(void);

#ifdef __cplusplus
}
#endif

#endif
