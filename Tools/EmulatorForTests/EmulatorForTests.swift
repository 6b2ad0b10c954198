// Depends on the emulated camera, so that `swift build` makes the library that tests load by LD_PRELOAD.
// Nothing links this target: the library takes the place of the C library's calls wherever it is loaded.
import V4L2Emulator
