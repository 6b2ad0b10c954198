#ifndef FACIALFUN_V4L2EMULATOR_H
#define FACIALFUN_V4L2EMULATOR_H

// Emulated V4L2 cameras for whole processes, loaded by LD_PRELOAD.
//
//     V4L2_EMULATOR=cameras.conf LD_PRELOAD=.build/debug/libV4L2Emulator.so v4l2-ctl --all
//
// The library exports no functions of its own: it replaces the C library's open, ioctl, mmap, poll
// and related functions. README.md in this folder describes the camera file and the emulated
// features. Without V4L2_EMULATOR in the environment every call is passed to the C library.

#endif
