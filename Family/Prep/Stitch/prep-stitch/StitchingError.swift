/// A failure with its remedy.
enum StitchingError: Error, Equatable, CustomStringConvertible {
    case badList(String)
    case tooFew(Int)
    /// A file and its problem.
    case badPicture(String, String)
    case cannotWrite(String, String)
    case outOfMemory(Int)
    case outOfTime(Double)
    case cancelled
    case failed(String)

    var description: String {
        switch self {
        case .badList(let text): text
        case .tooFew(let count):
            "\(count == 1 ? "one photo is" : "no picture, which is") too few; take at least two"
                + " overlapping photos, or give a panorama's \"projection\""
        case .badPicture(_, let text): text
        case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
        case .outOfMemory(let megabytes):
            "needs more than \(megabytes) MB; raise --memory-limit or reduce --width"
        case .outOfTime(let seconds):
            "not finished after \(seconds) seconds; raise --time-limit or reduce --width"
        case .cancelled: "canceled; nothing was written"
        case .failed(let reason): "stitching failed: \(reason)"
        }
    }

    /// The picture that caused the failure.
    var file: String? {
        if case .badPicture(let file, _) = self { file } else { nil }
    }
}
