/// One thing to score, in the order of the output.
package enum InputItem: Hashable, Sendable {
    /// The bytes of standard input, given as `-`.
    case standardInput
    /// A file, a FIFO or a device.
    case file(InputPath)
    /// A film, recognized by its name or its first bytes.
    case film(InputPath)
    /// An entry that could not be listed; it appears in the output as a failure.
    case failed(InputPath, CommandError)

    /// The path as it was given, `-` for standard input.
    package var path: InputPath {
        switch self {
        case .standardInput: InputPath("-")
        case .file(let path), .film(let path), .failed(let path, _): path
        }
    }

    /// Whether it is a film.
    package var isFilm: Bool { if case .film = self { true } else { false } }

    /// Whether it could not be listed.
    package var isFailed: Bool { if case .failed = self { true } else { false } }

    /// Identity of the file, independent of its path; nil if there is no file.
    package var identity: InputWalker.FileIdentity? {
        switch self {
        case .file(let path), .film(let path): InputWalker.FileIdentity(of: path)
        case .standardInput, .failed: nil
        }
    }
}
