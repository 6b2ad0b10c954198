#ifndef CFACIALFUN_H
#define CFACIALFUN_H

// Everything that FacialFun does in C, as one module. Each header belongs to the folder of its name.

#include "CCalibration.h"
#include "CImageCodecs.h"
#include "CImageKernels.h"
#include "CNeuralKernels.h"
#include "COptionalCodecs.h"
#include "CPlatform.h"
#include "CVersion.h"
#include "CVideo4Linux.h"

#endif
