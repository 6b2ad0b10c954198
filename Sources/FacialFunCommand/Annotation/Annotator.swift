import CommandSupport
import FacialFun
import FacialFunWire

/// Draws reports into pictures.
enum Annotator {
    /// The picture with a box, keypoints, the top emotion and bars for each face.
    ///
    /// - Parameters:
    ///   - picture: The upright picture, at its decoded scale; one too small for text next to its
    ///     faces is enlarged.
    ///   - toFull: The map from its pixels to those of the whole picture at full size.
    ///   - faces: The faces, in pixels of the whole picture at full size.
    ///   - enlargesAll: Whether to enlarge pictures without a face, too, like all frames of a film.
    /// - Returns: A picture of at least the same size; without a face the unchanged picture.
    static func annotated(
        _ picture: consuming Image, toFull: SimilarityTransform, faces: [FaceReport],
        enlargesAll: Bool = false
    ) -> Image {
        guard !faces.isEmpty || enlargesAll else { return picture }
        let factor = AnnotationLayout.enlargement(width: picture.width, height: picture.height)
        if factor > 1 {
            picture = picture.resizedByArea(
                width: picture.width * factor, height: picture.height * factor)
        }
        let toPicture = toFull.inverse.scalingOutput(by: Double(factor))
        let layout = AnnotationLayout(
            width: Double(picture.width), height: Double(picture.height),
            textWidth: { Double(Canvas.width(ofText: $0, height: $1)) })
        // This function keeps no reference to the pixels, because the canvas copies shared ones.
        var canvas = Canvas(consume picture)
        for drawing in layout.drawings(of: faces.map { $0.mapped(toPicture) }) {
            drawing.draw(on: &canvas)
        }
        return canvas.image
    }
}

extension FaceReport {
    /// The same face at another scale.
    fileprivate func mapped(_ transform: SimilarityTransform) -> FaceReport {
        var face = self
        let corner = transform.apply(Point(x: box.x, y: box.y))
        face.box = Box(
            x: corner.x, y: corner.y, width: box.width * transform.scale,
            height: box.height * transform.scale)
        face.keypoints = keypoints.mapped(transform.apply)
        return face
    }
}
