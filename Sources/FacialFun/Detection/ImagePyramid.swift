/// A picture and copies halved by area, for coarse sampling without aliasing.
///
/// The memory of the copies is reused for the next picture of the same size. Copies of large
/// pictures are released, so that a single large picture does not keep its memory in use.
struct ImagePyramid {
    /// Minimum side of a halved copy in pixels.
    static let minSide = 32
    /// Maximum size of pictures whose copies are kept.
    static let maxKeptPixels = 800 * 600

    private var levels: [Image] = []
    private var memories: [ReusableImage] = []

    /// Creates a pyramid of a picture; copies are made on demand.
    init(_ image: Image) { levels = [image] }

    /// Creates an empty pyramid for ``begin(_:)``.
    init() {}

    /// Starts a new picture.
    mutating func begin(_ image: Image) {
        levels.removeAll(keepingCapacity: true)
        levels.append(image)
    }

    /// Uses the picture and the copies of another pyramid, which must not end before this one.
    ///
    /// Further copies use this pyramid's own memory.
    mutating func begin(seeing other: ImagePyramid) {
        levels.removeAll(keepingCapacity: true)
        for index in 0..<other.levels.count { levels.append(other.levels[index]) }
    }

    /// Releases the picture.
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

    /// The copy to sample with a given step in pixels of the full picture: the smallest one whose
    /// pixels are not larger than the step.
    ///
    /// - Returns: The copy, and the number of pixels of the full picture per pixel of the copy.
    mutating func copy(step: Double) -> (image: Image, reduction: (x: Double, y: Double)) {
        var level = 0
        while step >= Double(2 << level), makeLevel(level + 1) { level += 1 }
        let copy = levels[level]
        return (
            copy,
            (
                Double(image.width) / Double(copy.width),
                Double(image.height) / Double(copy.height)
            )
        )
    }

    /// Makes a level from the previous one, which must exist, unless it would be too small.
    private mutating func makeLevel(_ level: Int) -> Bool {
        if level < levels.count { return true }
        let finer = levels[level - 1]
        let (width, height) = (finer.width / 2, finer.height / 2)
        guard min(width, height) >= Self.minSide else { return false }
        // Adds several if the previous levels are in another pyramid's memory.
        while memories.count < level { memories.append(ReusableImage()) }
        levels.append(finer.resizedByArea(width: width, height: height, into: &memories[level - 1]))
        return true
    }
}
