#ifndef CFACIALFUN_H
#define CFACIALFUN_H

// All C code of FacialFun, as one module. Each header belongs to the folder of the same name.

#include "CCalibration.h"
#include "CImageCodecs.h"
#include "CImageKernels.h"
#include "CNeuralKernels.h"
#include "COptionalCodecs.h"
#include "CPlatform.h"
#include "CVersion.h"
#include "CVideo4Linux.h"

#endif
