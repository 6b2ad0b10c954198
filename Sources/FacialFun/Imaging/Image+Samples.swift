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
        /// From one sample to the next, to the right.
        package var dx: Double
        /// From one sample to the next, down.
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
    ///   - line: Where the samples lie; finite numbers.
    ///   - outside: What each of the four pixels counts as that is outside the picture, 0…255.
    ///   - scale: Samples are multiplied by it, …
    ///   - offset: … and this is added.
    ///   - samples: Three numbers a sample; as many samples are made as fit.
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

    /// Writes samples in rows and columns, each as ``sample(along:outside:scale:offset:into:)`` takes
    /// it.
    ///
    /// Sample (column, row) is taken at the point where `outputToPicture` sends (column, row), half a
    /// pixel up and to the left: with a scale of s and a shift of 0.5 that is the pixel index
    /// s · column.
    ///
    /// - Parameters:
    ///   - outputToPicture: From (column, row) to points of a picture; finite numbers.
    ///   - reduction: How many pixels of that picture one of this stands for, in x and y.
    ///   - width: Samples in a row.
    ///   - outside: As there.
    ///   - scale: As there.
    ///   - offset: As there.
    ///   - samples: Three numbers a sample, a whole number of rows.
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

    /// Writes what ``warped(_:width:height:)`` shows: byte · scale + offset.
    ///
    /// - Parameters:
    ///   - outputToImage: As there.
    ///   - width: As there.
    ///   - height: As there.
    ///   - scale: Bytes are multiplied by it, …
    ///   - offset: … and this is added.
    ///   - values: `width * height * 3` numbers.
    package func sampleWarped(
        _ outputToImage: SimilarityTransform, width: Int, height: Int, scale: Float,
        offset: Float, into values: UnsafeMutableBufferPointer<Float>
    ) {
        precondition(values.count == width * height * 3, "three numbers a pixel")
        guard let target = values.baseAddress else { return }
        ImageScratch.withShared { scratch in
            let pixels = scratch.pixels(Self.byteCount(width, height))
            warp(outputToImage, width: width, height: height, into: pixels, scratch)
            guard let bytes = pixels.baseAddress else { return }
            cik_scale(bytes, pixels.count, scale, offset, target)
        }
    }

    /// Writes the luma of what ``resizedByArea(width:height:)`` makes: byte · scale + offset.
    ///
    /// - Parameters:
    ///   - width: The width in pixels to which the picture is reduced, at least 1.
    ///   - height: The height in pixels to which the picture is reduced, at least 1.
    ///   - scale: Bytes are multiplied by it, …
    ///   - offset: … and this is added.
    ///   - values: `width * height` numbers.
    package func sampleGrayByArea(
        width: Int, height: Int, scale: Float, offset: Float,
        into values: UnsafeMutableBufferPointer<Float>
    ) {
        precondition(values.count == width * height, "one number a pixel")
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
