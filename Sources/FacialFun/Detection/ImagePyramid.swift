/// A picture and its halvings by area, so that a coarse look does not alias.
///
/// The memory of the halvings is used again for the next picture of the size, unless that is large: what
/// is kept must not be that of the largest picture that ever came.
struct ImagePyramid {
    /// No side is halved below this many pixels.
    static let minSide = 32
    /// The halvings of larger pictures are let go with them.
    static let maxKeptPixels = 800 * 600

    private var levels: [Image] = []
    private var memories: [ReusableImage] = []

    /// Makes a pyramid of which only the picture itself is there; the rest is made when needed.
    init(_ image: Image) { levels = [image] }

    /// Makes a pyramid without a picture; it gets one by ``begin(_:)``.
    init() {}

    /// Takes another picture.
    mutating func begin(_ image: Image) {
        levels.removeAll(keepingCapacity: true)
        levels.append(image)
    }

    /// Takes the picture of another pyramid and the halvings that are there; it must not end before this one.
    ///
    /// What is halved further takes this one's own memory.
    mutating func begin(seeing other: ImagePyramid) {
        levels.removeAll(keepingCapacity: true)
        for index in 0..<other.levels.count { levels.append(other.levels[index]) }
    }

    /// Lets the picture go.
    mutating func end() {
        // Accessed by index: `first` allocates in unoptimized builds.
        if levels.count > 0, image.width * image.height > Self.maxKeptPixels {
            memories.removeAll()
        }
        levels.removeAll(keepingCapacity: true)
    }

    /// Number of halved images with retained memory.
    var keptHalvings: Int { memories.count }

    /// The full picture.
    var image: Image { levels[0] }

    /// The copy to sample from with a step of so many pixels of the full picture: the smallest
    /// whose pixels are not larger than the step.
    ///
    /// - Returns: The copy, and how many pixels of the full picture one of its stands for.
    mutating func copy(step: Double) -> (image: Image, reduction: (x: Double, y: Double)) {
        var level = 0
        while step >= Double(2 << level), hasLevel(level + 1) { level += 1 }
        let copy = levels[level]
        return (
            copy,
            (
                Double(image.width) / Double(copy.width),
                Double(image.height) / Double(copy.height)
            )
        )
    }

    /// Makes a level from the one before, which is there, unless it would be too small.
    private mutating func hasLevel(_ level: Int) -> Bool {
        if level < levels.count { return true }
        let finer = levels[level - 1]
        let (width, height) = (finer.width / 2, finer.height / 2)
        guard min(width, height) >= Self.minSide else { return false }
        // More than one where the levels before are another pyramid's.
        while memories.count < level { memories.append(ReusableImage()) }
        levels.append(finer.resizedByArea(width: width, height: height, into: &memories[level - 1]))
        return true
    }
}
