package import FacialFunWire

/// Result for one image: the report and, if requested, the pictures.
package struct Recognition: Sendable {
    /// The report.
    package var report: ImageReport
    /// The upright picture as decoded for scoring, with its transform to full size.
    package let picture: DecodedImage?
    /// The picture from which the rectangles are cut.
    let source: DecodedImage?

    init(report: ImageReport, picture: DecodedImage? = nil, source: DecodedImage? = nil) {
        self.report = report
        self.picture = picture
        self.source = source
    }

    /// The 600×600 rectangle of a face, cut at the finest resolution that the file allows.
    ///
    /// It shows the scored square.
    ///
    /// - Parameter index: The face's index in the report.
    /// - Returns: The rectangle, or nil if pictures were not requested.
    package func rectangle(ofFace index: Int) -> FaceRectangle? {
        rectangle(at: report.faces[index].rectangle.toImage)
    }

    /// Network input for an arbitrary square; at the position of a face, exactly the scored pixels.
    ///
    /// - Parameter toImage: The transform from a rectangle's pixels to the full-size image.
    /// - Returns: `FaceRectangle.alignedCropSide` × `alignedCropSide` pixels, or nil if pictures
    ///   were not requested.
    package func alignedCrop(at toImage: SimilarityTransform) -> Image? {
        picture.map {
            FaceRectangle.alignedCrop(
                of: $0.image, toImage: toImage.followed(by: $0.toFull.inverse))
        }
    }

    /// A 600×600 rectangle at an arbitrary position, for experiments.
    ///
    /// Large pictures have full resolution only near the faces; outside that area the edge pixels
    /// are repeated.
    ///
    /// - Parameter toImage: The transform from the rectangle's pixels to the full-size image.
    /// - Returns: The rectangle, or nil if pictures were not requested.
    package func rectangle(at toImage: SimilarityTransform) -> FaceRectangle? {
        source.map { FaceRectangle(toImage: toImage, from: $0) }
    }
}

extension FaceRectangle {
    /// Cuts a rectangle from a picture that may be a reduced part of the image.
    ///
    /// - Parameters:
    ///   - toImage: The transform from the rectangle's pixels to the full-size image.
    ///   - source: The picture.
    init(toImage: SimilarityTransform, from source: DecodedImage) {
        self.init(of: source.image, toImage: toImage.followed(by: source.toFull.inverse))
    }
}
