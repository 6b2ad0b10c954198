import CFacialFun
import COpenCV
import FacialFunWire

/// The picture in front of the C kernels.
extension Image {
    /// The kernels that this processor runs fastest; all give the same bits.
    static let kernelPath = cik_fastest_path()

    /// Lends the picture in the form that the kernels take.
    func withKernelSource<R>(_ body: (cik_source) -> R) -> R {
        withPixels { pixels in
            guard let base = pixels.baseAddress else {
                preconditionFailure("a picture has at least one pixel")
            }
            return body(cik_source(pixels: base, width: Int32(width), height: Int32(height)))
        }
    }

    /// Writes what ``warped(_:width:height:)`` says.
    func warp(
        _ outputToImage: SimilarityTransform, width: Int, height: Int,
        into pixels: UnsafeMutableBufferPointer<UInt8>, _ scratch: ImageScratch
    ) {
        precondition(
            width <= 16_000 && height <= 16_000, "a warp gives 16,000 pixels a side at most")
        let map = cik_similarity(
            a: outputToImage.a, b: outputToImage.b, tx: outputToImage.tx, ty: outputToImage.ty)
        guard let base = pixels.baseAddress else { return }
        let target = cik_target(pixels: base, width: Int32(width), height: Int32(height))
        let isDone = withKernelSource {
            cik_warp(Self.kernelPath, $0, map, target, scratch.kernelScratch)
        }
        precondition(isDone, "a warp needs finite numbers, and memory")
    }

    /// Writes what ``resizedByArea(width:height:)`` says.
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
            // Where a direction grows OpenCV does it: it is needed for display only.
            let target = facialfun_cv_target(
                pixels: base, width: Int32(width), height: Int32(height))
            withSource { Self.check(facialfun_cv_resize($0, target), "resizing") }
        }
    }
}
