// Shared declarations of this target.
#ifndef CV4L_IOCTLS_H
#define CV4L_IOCTLS_H

#include "CVideo4Linux.h"

#include <linux/videodev2.h>

/// Makes an ioctl and repeats it after an interruption; returns 0 or the error number.
int32_t cv4l_ioctl(int32_t descriptor, unsigned long request, void *argument);

/// Conversions between cv4l_picture and the driver's format.
cv4l_picture cv4l_picture_of(const struct v4l2_pix_format *format);
void cv4l_fill_format(struct v4l2_format *format, const cv4l_picture *picture);

#endif
