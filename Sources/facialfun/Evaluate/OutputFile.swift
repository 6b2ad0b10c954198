import Glibc

/// One file that is written whole or not at all.
enum OutputFile {
    /// Writes a file; the folders above it are made, a file that is there is replaced.
    ///
    /// - Throws: ``OutputError`` when the place may not be written, the disk is full, or something
    ///   other than a file lies there, which must not be replaced.
    static func write(_ bytes: [UInt8], to path: InputPath) throws(OutputError) {
        let (folder, name) = try place(of: path)
        try folder.write(bytes, stem: name, suffix: "")
    }

    /// Sees whether a file can be written, so that long work is not begun in vain; the folders above
    /// it are made, a file that is there is left as it is.
    ///
    /// - Throws: ``OutputError`` as ``write(_:to:)`` would, but for a disk that is full.
    static func check(_ path: InputPath) throws(OutputError) {
        let (folder, name) = try place(of: path)
        try folder.check(stem: name, suffix: "")
    }

    /// The folder of a file, made if it does not exist, and the file's name in it.
    private static func place(
        of path: InputPath
    ) throws(OutputError) -> (folder: OutputFolder, name: InputPath) {
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
        return (folder, InputPath(bytes: name))
    }
}
