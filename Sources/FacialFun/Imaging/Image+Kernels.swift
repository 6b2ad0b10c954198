import CFacialFun
import COpenCV
import FacialFunWire

/// Access of the C kernels to the picture.
extension Image {
    /// The fastest kernels of this processor; all give the same bits.
    static let kernelPath = cik_fastest_path()

    /// Lends the picture in the format of the kernels.
    func withKernelSource<R>(_ body: (cik_source) -> R) -> R {
        withPixels { pixels in
            guard let base = pixels.baseAddress else {
                preconditionFailure("a picture has at least one pixel")
            }
            return body(cik_source(pixels: base, width: Int32(width), height: Int32(height)))
        }
    }

    /// Writes the result of ``warped(_:width:height:)``.
    func warp(
        _ outputToImage: SimilarityTransform, width: Int, height: Int,
        into pixels: UnsafeMutableBufferPointer<UInt8>, _ scratch: ImageScratch
    ) {
        precondition(
            width <= 16_000 && height <= 16_000, "the sides of a warp are limited to 16,000 pixels")
        let map = cik_similarity(
            a: outputToImage.a, b: outputToImage.b, tx: outputToImage.tx, ty: outputToImage.ty)
        guard let base = pixels.baseAddress else { return }
        let target = cik_target(pixels: base, width: Int32(width), height: Int32(height))
        let isDone = withKernelSource {
            cik_warp(Self.kernelPath, $0, map, target, scratch.kernelScratch)
        }
        precondition(isDone, "the map of a warp must be finite, or memory is exhausted")
    }

    /// Writes the result of ``resizedByArea(width:height:)``.
    func resize(
        width: Int, height: Int, into pixels: UnsafeMutableBufferPointer<UInt8>,
        _ scratch: ImageScratch
    ) {
        guard let base = pixels.baseAddress else { return }
        if width <= self.width && height <= self.height {
            let target = cik_target(pixels: base, width: Int32(width), height: Int32(height))
            let isDone = withKernelSource {
                cik_area(Self.kernelPath, $0, target, scratch.kernelScratch)
            }
            precondition(isDone, "no memory to resize a picture")
        } else {
            // Enlargement is only needed for display, so OpenCV does it.
            let target = facialfun_cv_target(
                pixels: base, width: Int32(width), height: Int32(height))
            withSource { Self.check(facialfun_cv_resize($0, target), "resizing") }
        }
    }
}
