// Processors with special code in addition to the portable one.
#ifndef CIK_PROCESSOR_H
#define CIK_PROCESSOR_H

#if defined(__x86_64__)
#define CIK_X86 1
#elif defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CIK_ARM64 1
#endif

#endif
