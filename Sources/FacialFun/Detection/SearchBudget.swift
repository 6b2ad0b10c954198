/// Thoroughness of a search, given by the smallest face.
///
/// The work follows from it. It is counted in evaluations, runs of the network on 128×128 pixels
/// (31 million multiply-adds); besides, each candidate costs 0.6 to 2.1, and there are few in most
/// pictures.
package struct SearchBudget: Hashable, Sendable {
    /// No budget looks for faces narrower than this, in pixels: they say nothing reliable.
    package static let minFace = 24.0

    private enum Rule: Hashable {
        case share(ofShorterSide: Double, ofRootOfArea: Double)
        case absolute(pixels: Double, upToArea: Double)
    }

    private let rule: Rule

    /// For a camera at arm's length: faces from a quarter of the shorter side, that is 120 pixels in
    /// 640×480, in one evaluation where a face is surely seen and nothing else suspected, else in
    /// about 4; at most 15 for every size and shape up to 5:1.
    package static let live = SearchBudget(
        rule: .share(ofShorterSide: 1 / 4, ofRootOfArea: 1 / 8))

    /// For a service: faces from an eighth of the shorter side, that is 60 pixels in 640×480, in
    /// about 12 evaluations, at most 42 for every size and shape up to 5:1.
    package static let service = SearchBudget(
        rule: .share(ofShorterSide: 1 / 8, ofRootOfArea: 1 / 16))

    /// For files: faces from 40 pixels in images up to 10 megapixels; beyond, the smallest face
    /// grows with the square root of the area, so that the work stays bounded.
    package static let commandLine = SearchBudget(
        rule: .absolute(pixels: 40, upToArea: 10_000_000))

    /// The width in pixels of the smallest face to look for in an image.
    ///
    /// - Parameters:
    ///   - width: The image's width in pixels.
    ///   - height: The image's height in pixels.
    /// - Returns: The narrowest box in pixels, to hand to the detector.
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
