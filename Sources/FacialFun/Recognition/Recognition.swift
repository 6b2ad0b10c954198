package import FacialFunWire

/// Result for one image: the report and, if requested, the pictures.
package struct Recognition: Sendable {
    /// The report.
    package var report: ImageReport
    /// The upright picture as it was decoded to be scored, with the way to full size.
    package let picture: DecodedImage?
    /// The picture from which the rectangles are cut.
    let source: DecodedImage?

    init(report: ImageReport, picture: DecodedImage? = nil, source: DecodedImage? = nil) {
        self.report = report
        self.picture = picture
        self.source = source
    }

    /// The 600×600 rectangle of a face, cut as finely as the file allows: the square that was scored.
    ///
    /// - Parameter index: The face's place in the report.
    /// - Returns: The rectangle, or nil when the pictures were not asked for.
    package func rectangle(ofFace index: Int) -> FaceRectangle? {
        rectangle(at: report.faces[index].rectangle.toImage)
    }

    /// Network input for an arbitrary square; at the position of a face, exactly the scored pixels.
    ///
    /// - Parameter place: The map from a rectangle's pixels to the image's, at full size.
    /// - Returns: `FaceRectangle.alignedCropSide` × `alignedCropSide` pixels, or nil when the
    ///   pictures were not asked for.
    package func alignedCrop(at place: SimilarityTransform) -> Image? {
        picture.map {
            FaceRectangle.alignedCrop(of: $0.image, toImage: place.followed(by: $0.toFull.inverse))
        }
    }

    /// A 600×600 rectangle cut anywhere, for those who study what another place would give.
    ///
    /// In large pictures only the neighborhood of the faces is there at full fineness; what lies
    /// beyond it repeats its border.
    ///
    /// - Parameter place: The map from the rectangle's pixels to the image's, at full size.
    /// - Returns: The rectangle, or nil when the pictures were not asked for.
    package func rectangle(at place: SimilarityTransform) -> FaceRectangle? {
        source.map { FaceRectangle(place: place, from: $0) }
    }
}

extension FaceRectangle {
    /// Cuts a rectangle from a picture that may be a reduced part of the image.
    ///
    /// - Parameters:
    ///   - place: The map from the rectangle's pixels to the full-size image's.
    ///   - source: The picture.
    init(place: SimilarityTransform, from source: DecodedImage) {
        self.init(of: source.image, toImage: place.followed(by: source.toFull.inverse))
    }
}
