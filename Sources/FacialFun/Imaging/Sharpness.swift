/// Amount of fine detail in a face: 0 for none, 0.4 to 0.5 for a sharp face, always below 1.
///
/// It is the share of the gradients that an additional blur removes; a blurred face has few to
/// lose. Gradients are root mean squares over the oval from brows to lower lip. The face is first
/// resampled to ``side`` pixels and smoothed slightly, so that neither noise nor detail too fine
/// for the networks counts.
///
/// The ratio is the same for dark and bright, low-contrast and high-contrast pictures of a
/// face, whereas the usual variance of the Laplacian falls with the square of the contrast and
/// rises with noise. It does not depend on the number of pixels above about ``side``; a face with
/// fewer pixels has less detail and a lower value, because enlarging only blurs.
///
/// The idea of comparing with a re-blurred picture is from F. Crété-Roffet, T. Dolmière, P. Ladret
/// and M. Nicolas, "The blur effect: perception and estimation with a new no-reference perceptual
/// blur metric" (SPIE 6492, 2007).
package struct Sharpness: Hashable, Codable, Sendable {
    /// Width and height at which a face is measured, in pixels.
    package static let side = 96
    /// The share of gradients that is lost, 0…1.
    package let value: Double

    /// Measures a picture framed like a ``FaceRectangle``.
    ///
    /// - Parameters:
    ///   - image: A square.
    ///   - oval: Position of the face in it.
    package init(ofFace image: Image, in oval: FaceOval) {
        let count = Self.side * Self.side
        value = ImageScratch.withShared { scratch in
            let memory = scratch.floats(4 * count)
            func plane(_ index: Int) -> GrayImage {
                GrayImage(
                    width: Self.side, height: Self.side,
                    values: UnsafeMutableBufferPointer(
                        rebasing: memory[index * count..<(index + 1) * count]))
            }
            let (small, smooth, blurred, rows) = (plane(0), plane(1), plane(2), plane(3).values)
            image.sampleGrayByArea(
                width: Self.side, height: Self.side, scale: 1, offset: 0, into: small.values)
            small.blur(Self.smoothing, rows: rows, into: smooth)
            smooth.blur(Self.blur, rows: rows, into: blurred)
            let kept =
                (blurred.gradientEnergy(in: oval) + Self.rounding)
                / (smooth.gradientEnergy(in: oval) + Self.rounding)
            return max(0, 1 - kept.squareRoot())
        }
    }

    /// The blur before measuring, against noise.
    private static let smoothing = GrayImage.GaussianKernel(0.7)
    /// The additional blur.
    private static let blur = GrayImage.GaussianKernel(2)
    /// Gradient energy that rounding to whole gray values may cause.
    private static let rounding = 0.1
}
