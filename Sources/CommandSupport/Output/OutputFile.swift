import Glibc

/// A file that is written completely or not at all.
package struct OutputFile {
    /// Folder of the file.
    private let folder: OutputFolder
    /// Its name there.
    private let name: InputPath

    /// Checks that a file can be written, before a long computation starts.
    ///
    /// Creates the parent folders and leaves an existing file unchanged. For a link, the target is
    /// checked.
    ///
    /// - Throws: ``CommandError`` if the place is not writable, or contains something other than a
    ///   regular file, which must not be replaced.
    package init(_ path: InputPath) throws(CommandError) {
        let file = try Self.file(path)
        guard let name = file.components.last else {
            throw CommandError(writing: path.display, errno: EISDIR)
        }
        let above = file.bytes.dropLast(name.count)
        folder = try OutputFolder(
            path: above.isEmpty ? InputPath(".") : InputPath(bytes: Array(above)))
        self.name = InputPath(bytes: name)
        try folder.check(stem: self.name, suffix: "")
    }

    /// Writes the file, replacing an existing one.
    ///
    /// - Throws: ``CommandError`` if the place is no longer writable or the disk is full.
    package func write(_ bytes: [UInt8]) throws(CommandError) {
        try folder.write(bytes, stem: name, suffix: "")
    }

    /// An unfinished file that another program writes.
    ///
    /// It is renamed once it is complete.
    package struct Part {
        /// Its path while it is being written.
        package let path: InputPath
        /// Its final name.
        package let target: InputPath

        /// Renames it, replacing an existing file.
        package func commit() throws(CommandError) {
            try OutputFolder.rename(path, to: target)
        }

        /// Removes it.
        package func discard() { path.withCString { _ = unlink($0) } }
    }

    /// Starts a file that another program writes.
    ///
    /// - Throws: ``CommandError`` if the place is no longer writable.
    package func beginPart() throws(CommandError) -> Part { try folder.beginPart(stem: name) }

    /// Whether another one is the same file.
    package func isSame(as other: OutputFile) -> Bool {
        folder.identity == other.folder.identity && name == other.name
    }

    /// Whether it would replace one of the given files.
    package func replaces(oneOf files: Set<InputWalker.FileIdentity>) -> Bool {
        InputWalker.FileIdentity(of: folder.path.appending(name.bytes)).map(files.contains) ?? false
    }

    /// The file for a path, which need not exist.
    private static func file(_ path: InputPath) throws(CommandError) -> InputPath {
        guard case .success(let link) = InputWalker.status(of: path, followingLinks: false) else {
            return path
        }
        let isLink = link.st_mode & S_IFMT == S_IFLNK
        guard case .success(let status) = InputWalker.status(of: path, followingLinks: true) else {
            throw CommandError(
                writing: path.display,
                because: "it is a dangling link. Name the file itself.")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw CommandError(writing: path.display, errno: EISDIR)
        default:
            throw CommandError(
                writing: path.display,
                because: "it is a device, a pipe or a socket. Name a file.")
        }
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            var open = stat()
            guard fstat(stream, &open) == 0 else { continue }
            if InputWalker.FileIdentity(open) == InputWalker.FileIdentity(status) {
                throw CommandError(
                    writing: path.display,
                    because: "standard output is redirected to it. Name another file.")
            }
        }
        guard isLink else { return path }
        guard let whole = path.withCString({ realpath($0, nil) }) else {
            throw CommandError(writing: path.display, errno: errno)
        }
        defer { free(whole) }
        return InputPath(bytes: Array(UnsafeRawBufferPointer(start: whole, count: strlen(whole))))
    }
}
