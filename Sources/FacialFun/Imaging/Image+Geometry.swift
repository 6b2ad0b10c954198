import CFacialFun
import COpenCV
package import FacialFunWire

extension Image {
    /// The whole picture at another size.
    ///
    /// Each pixel is the mean of the area that it covers; directions that are enlarged are
    /// interpolated linearly.
    ///
    /// - Parameters:
    ///   - width: The new width in pixels, at least 1.
    ///   - height: The new height in pixels, at least 1.
    /// - Returns: The resized picture.
    package func resizedByArea(width: Int, height: Int) -> Image {
        if width == self.width && height == self.height { return self }
        return Image(width: width, height: height) { pixels in
            ImageScratch.withShared { resize(width: width, height: height, into: pixels, $0) }
        }
    }

    /// Part of the picture, rotated and scaled.
    ///
    /// Enlarging interpolates linearly; shrinking averages the area that a pixel covers, so that
    /// detail finer than the new pixels becomes gray without aliasing. Outside the picture the
    /// nearest edge pixel is used. A shift by whole pixels copies them unchanged. Sample positions
    /// are rounded to 1/32 pixel.
    ///
    /// - Parameters:
    ///   - outputToImage: The map from the result's coordinates to this picture's; finite numbers.
    ///   - width: The result's width in pixels, 1…16,000.
    ///   - height: The result's height in pixels, 1…16,000.
    /// - Returns: The warped picture.
    package func warped(
        _ outputToImage: SimilarityTransform, width: Int, height: Int
    ) -> Image {
        Image(width: width, height: height) { pixels in
            ImageScratch.withShared {
                warp(outputToImage, width: width, height: height, into: pixels, $0)
            }
        }
    }

    /// A square of ``warped(_:width:height:)``, cut by OpenCV.
    ///
    /// - Parameters:
    ///   - outputToImage: See ``warped(_:width:height:)``.
    ///   - side: The result's width and height in pixels, 1…16,000.
    /// - Returns: The same bits as ``warped(_:width:height:)``.
    func cut(_ outputToImage: SimilarityTransform, side: Int) -> Image {
        let map = facialfun_cv_similarity(
            a: outputToImage.a, b: outputToImage.b, tx: outputToImage.tx, ty: outputToImage.ty)
        return Image(width: side, height: side) { pixels in
            guard let base = pixels.baseAddress else { return }
            let target = facialfun_cv_target(
                pixels: base, width: Int32(side), height: Int32(side))
            withSource { Self.check(facialfun_cv_warp($0, map, target), "cutting a square") }
        }
    }

    /// The same as ``warped(_:width:height:)`` in reused memory.
    package func warped(
        _ outputToImage: SimilarityTransform, width: Int, height: Int,
        into memory: inout ReusableImage
    ) -> Image {
        memory.make(width: width, height: height) { pixels in
            ImageScratch.withShared {
                warp(outputToImage, width: width, height: height, into: pixels, $0)
            }
        }
    }

    /// The same as ``resizedByArea(width:height:)`` in reused memory.
    package func resizedByArea(
        width: Int, height: Int, into memory: inout ReusableImage
    ) -> Image {
        memory.make(width: width, height: height) { pixels in
            ImageScratch.withShared { resize(width: width, height: height, into: pixels, $0) }
        }
    }

    /// The BT.601 luma of each pixel (0.299 R + 0.587 G + 0.114 B), row-major, 0…255.
    package func gray() -> [UInt8] {
        let count = width * height
        return [UInt8](unsafeUninitializedCapacity: count) { gray, initialised in
            guard let base = gray.baseAddress else { return }
            withPixels { pixels in
                if let first = pixels.baseAddress { cik_gray(first, count, base) }
            }
            initialised = count
        }
    }

    /// The luma of one pixel, as in ``gray()``.
    static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        (Int(red) * 9798 + Int(green) * 19235 + Int(blue) * 3735 + 16384) >> 15
    }

    /// Lends the picture in the format of the C interface.
    func withSource(_ body: (facialfun_cv_source) -> Void) {
        withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            body(facialfun_cv_source(pixels: base, width: Int32(width), height: Int32(height)))
        }
    }

    /// Ends the program: arguments are checked before they reach OpenCV, so an error is a bug or a
    /// lack of memory.
    static func check(_ status: facialfun_cv_status, _ what: String) {
        precondition(status == .ok, "OpenCV failed at \(what): \(status)")
    }
}
