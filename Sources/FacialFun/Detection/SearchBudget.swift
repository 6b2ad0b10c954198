/// Thoroughness of a search, given by the smallest face.
///
/// It determines the work, which is counted in evaluations: runs of the network on 128×128 pixels
/// (31 million multiply-adds). Each candidate costs another 0.6 to 2.1 evaluations; most pictures
/// have few candidates.
package struct SearchBudget: Hashable, Sendable {
    /// Minimum face width of any budget in pixels; narrower faces give no reliable scores.
    package static let minFace = 24.0

    private enum Rule: Hashable {
        case share(ofShorterSide: Double, ofRootOfArea: Double)
        case absolute(pixels: Double, upToArea: Double)
    }

    private let rule: Rule

    /// For a camera at arm's length: faces at least a quarter as wide as the shorter side, which is
    /// 120 pixels in 640×480.
    ///
    /// One evaluation if a face is certain and nothing else is suspected, otherwise about 4; at
    /// most 15 for every size and aspect ratio up to 5:1.
    package static let live = SearchBudget(
        rule: .share(ofShorterSide: 1 / 4, ofRootOfArea: 1 / 8))

    /// For a service: faces at least an eighth as wide as the shorter side, which is 60 pixels in
    /// 640×480.
    ///
    /// About 12 evaluations, at most 42 for every size and aspect ratio up to 5:1.
    package static let service = SearchBudget(
        rule: .share(ofShorterSide: 1 / 8, ofRootOfArea: 1 / 16))

    /// For files: faces at least 40 pixels wide in images up to 10 megapixels; in larger images the
    /// smallest face grows with the square root of the area, which bounds the work.
    package static let commandLine = SearchBudget(
        rule: .absolute(pixels: 40, upToArea: 10_000_000))

    /// The minimum face width in pixels for an image.
    ///
    /// - Parameters:
    ///   - width: The image's width in pixels.
    ///   - height: The image's height in pixels.
    /// - Returns: The width of the narrowest box in pixels, for the detector.
    package func smallestFace(width: Int, height: Int) -> Double {
        let area = Double(width) * Double(height)
        switch rule {
        case .share(let ofShorterSide, let ofRootOfArea):
            let shorter = Double(min(width, height))
            return max(
                Self.minFace, shorter * ofShorterSide, area.squareRoot() * ofRootOfArea)
        case .absolute(let pixels, let upToArea):
            return pixels * max(1, (area / upToArea).squareRoot())
        }
    }
}
