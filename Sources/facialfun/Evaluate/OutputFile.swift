import Glibc

/// One file that is written whole or not at all.
enum OutputFile {
    /// Writes a file; the folders above it are made, a file that is there is replaced.
    ///
    /// - Throws: ``OutputError`` when the place may not be written, the disk is full, or something
    ///   other than a file lies there, which must not be replaced.
    static func write(_ bytes: [UInt8], to path: InputPath) throws(OutputError) {
        if case .success(let status) = InputWalker.status(of: path, followingLinks: true) {
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw OutputError(writing: path.display, errno: EISDIR)
            default: throw OutputError(writing: path.display, errno: EINVAL)
            }
        }
        guard let name = path.components.last else {
            throw OutputError(writing: path.display, errno: EISDIR)
        }
        let above = path.bytes.dropLast(name.count)
        let folder = try OutputFolder(
            path: above.isEmpty ? InputPath(".") : InputPath(bytes: Array(above)))
        try folder.write(bytes, stem: InputPath(bytes: name), suffix: "")
    }
}
