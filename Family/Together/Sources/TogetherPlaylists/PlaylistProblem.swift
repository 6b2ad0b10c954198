/// The reason why a playlist or an item was rejected: a stable code, and a message with the remedy.
struct PlaylistProblem: Error, Hashable, Sendable, CustomStringConvertible {
    enum Code: String, Sendable {
        case tooLarge = "too_large"
        case unknownFormat = "unknown_format"
        case badPlaylist = "bad_playlist"
        case badAddress = "bad_address"
        case fileNotFound = "file_not_found"
        case tooManyThings = "too_many_things"
        case changed
        case notFinished = "not_finished"
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    var description: String { message }
}
