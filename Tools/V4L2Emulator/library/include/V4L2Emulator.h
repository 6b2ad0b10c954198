#ifndef FACIALFUN_V4L2EMULATOR_H
#define FACIALFUN_V4L2EMULATOR_H

// Emulated V4L2 cameras for whole processes, loaded by LD_PRELOAD.
//
//     V4L2_EMULATOR=cameras.conf LD_PRELOAD=.build/debug/libV4L2Emulator.so v4l2-ctl --all
//
// The library exports no function of its own: it takes the place of the C library's open, ioctl,
// mmap, poll and the rest. README.md beside it says what the file of cameras holds and what is
// emulated. Without V4L2_EMULATOR in the environment every call goes straight to the C library.

#endif
