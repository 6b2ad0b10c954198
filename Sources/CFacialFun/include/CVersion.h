#ifndef CVERSION_H
#define CVERSION_H

/// The version of FacialFun and P.E.T.: what the build was told by -DFACIALFUN_VERSION="…", which
/// `make deb` takes from `git describe`; else the one that is being worked on.
const char *facialfun_version(void);

#endif
