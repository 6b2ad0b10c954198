import CFacialFun
package import FacialFunWire

/// Sampling of a picture directly into the inputs of networks.
extension Image {
    /// A row of samples: pixel index of the first (the center of the first pixel is 0, 0) and the
    /// step to the next.
    package struct Line: Hashable, Sendable {
        /// Pixel index of the first sample, to the right.
        package var x: Double
        /// Pixel index of the first sample, down.
        package var y: Double
        /// Step to the next sample, to the right.
        package var dx: Double
        /// Step to the next sample, down.
        package var dy: Double

        /// Makes a row from its first sample and its step.
        package init(x: Double, y: Double, dx: Double, dy: Double) {
            self.x = x
            self.y = y
            self.dx = dx
            self.dy = dy
        }
    }

    /// Writes samples along a line: linear interpolation between four pixels, without smoothing.
    ///
    /// - Parameters:
    ///   - line: Positions of the samples; finite numbers.
    ///   - outside: Value of pixels outside the picture, 0…255.
    ///   - scale: Factor of the samples.
    ///   - offset: Term added to the scaled samples.
    ///   - samples: Three numbers per sample; as many samples are written as fit.
    package func sample(
        along line: Line, outside: Float, scale: Float, offset: Float,
        into samples: UnsafeMutableBufferPointer<Float>
    ) {
        guard let target = samples.baseAddress else { return }
        withKernelSource { source in
            cik_sample(
                Self.kernelPath, source,
                cik_line(x: line.x, y: line.y, dx: line.dx, dy: line.dy), outside, scale, offset,
                target, Int32(samples.count / 3))
        }
    }

    /// Writes samples in rows and columns, each like ``sample(along:outside:scale:offset:into:)``.
    ///
    /// Sample (column, row) is taken at the point to which `outputToPicture` maps (column, row),
    /// half a pixel up and to the left: with a scale of s and a shift of 0.5 this is pixel index s
    /// · column.
    ///
    /// - Parameters:
    ///   - outputToPicture: From (column, row) to points of a picture; finite numbers.
    ///   - reduction: Number of pixels of that picture per pixel of this one, in x and y.
    ///   - width: Samples per row.
    ///   - outside: Value of pixels outside the picture, 0…255.
    ///   - scale: Factor of the samples.
    ///   - offset: Term added to the scaled samples.
    ///   - samples: Three numbers per sample, a whole number of rows.
    package func sampleWindow(
        _ outputToPicture: SimilarityTransform, reduction: (x: Double, y: Double), width: Int,
        outside: Float, scale: Float, offset: Float,
        into samples: UnsafeMutableBufferPointer<Float>
    ) {
        guard let target = samples.baseAddress else { return }
        let map = cik_similarity(
            a: outputToPicture.a, b: outputToPicture.b, tx: outputToPicture.tx,
            ty: outputToPicture.ty)
        let window = cik_window(
            to_picture: map, reduction_x: reduction.x, reduction_y: reduction.y)
        let isDone = ImageScratch.withShared { scratch in
            withKernelSource { source in
                cik_sample_window(
                    Self.kernelPath, source, window, outside, scale, offset, target, Int32(width),
                    Int32(samples.count / (3 * width)), scratch.kernelScratch)
            }
        }
        precondition(isDone, "no memory to sample a picture")
    }

    /// Writes ``warped(_:width:height:)`` as floats: byte · scale + offset.
    ///
    /// - Parameters:
    ///   - outputToImage: See ``warped(_:width:height:)``.
    ///   - width: See ``warped(_:width:height:)``.
    ///   - height: See ``warped(_:width:height:)``.
    ///   - scale: Factor of the bytes.
    ///   - offset: Term added to the scaled bytes.
    ///   - values: `width * height * 3` numbers.
    package func sampleWarped(
        _ outputToImage: SimilarityTransform, width: Int, height: Int, scale: Float,
        offset: Float, into values: UnsafeMutableBufferPointer<Float>
    ) {
        precondition(values.count == width * height * 3, "expected three numbers per pixel")
        guard let target = values.baseAddress else { return }
        ImageScratch.withShared { scratch in
            let pixels = scratch.pixels(Self.byteCount(width, height))
            warp(outputToImage, width: width, height: height, into: pixels, scratch)
            guard let bytes = pixels.baseAddress else { return }
            cik_scale(bytes, pixels.count, scale, offset, target)
        }
    }

    /// Writes the luma of ``resizedByArea(width:height:)`` as floats: byte · scale + offset.
    ///
    /// - Parameters:
    ///   - width: The width in pixels to which the picture is reduced, at least 1.
    ///   - height: The height in pixels to which the picture is reduced, at least 1.
    ///   - scale: Factor of the bytes.
    ///   - offset: Term added to the scaled bytes.
    ///   - values: `width * height` numbers.
    package func sampleGrayByArea(
        width: Int, height: Int, scale: Float, offset: Float,
        into values: UnsafeMutableBufferPointer<Float>
    ) {
        precondition(values.count == width * height, "expected one number per pixel")
        guard let target = values.baseAddress else { return }
        ImageScratch.withShared { scratch in
            let count = width * height
            let memory = scratch.pixels(Self.byteCount(width, height) + count)
            resize(
                width: width, height: height,
                into: UnsafeMutableBufferPointer(rebasing: memory[count...]), scratch)
            guard let gray = memory.baseAddress else { return }
            cik_gray(gray + count, count, gray)
            cik_scale(gray, count, scale, offset, target)
        }
    }
}
