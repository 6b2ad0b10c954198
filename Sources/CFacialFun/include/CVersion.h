#ifndef CVERSION_H
#define CVERSION_H

/// Version of FacialFun and P.E.T.: the build's -DFACIALFUN_VERSION="…", which `make deb` takes
/// from `git describe`, otherwise the version in development.
const char *facialfun_version(void);

#endif
