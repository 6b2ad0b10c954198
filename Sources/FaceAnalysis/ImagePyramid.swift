import FaceImaging

/// A picture and its halvings by area, so that a coarse look does not alias.
struct ImagePyramid {
    /// No side is halved below this many pixels.
    static let leastSide = 32

    private var levels: [Image]

    /// Makes a pyramid of which only the picture itself is there; the rest is made when needed.
    init(_ image: Image) { levels = [image] }

    /// The full picture.
    var image: Image { levels[0] }

    /// The copy to sample from with a step of so many pixels of the full picture: the smallest
    /// whose pixels are not larger than the step.
    ///
    /// - Returns: The copy, and how many pixels of the full picture one of its stands for.
    mutating func copy(step: Double) -> (image: Image, reduction: (x: Double, y: Double)) {
        var level = 0
        while step >= Double(2 << level), let next = halved(level) {
            level += 1
            if level == levels.count { levels.append(next) }
        }
        let copy = levels[level]
        return (
            copy,
            (
                Double(image.width) / Double(copy.width),
                Double(image.height) / Double(copy.height)
            )
        )
    }

    private func halved(_ level: Int) -> Image? {
        if level + 1 < levels.count { return levels[level + 1] }
        let (width, height) = (levels[level].width / 2, levels[level].height / 2)
        guard min(width, height) >= Self.leastSide else { return nil }
        return levels[level].resizedByArea(width: width, height: height)
    }
}
