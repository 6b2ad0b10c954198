import Glibc

/// One file that is written whole or not at all.
package struct OutputFile {
    /// Folder of the file.
    private let folder: OutputFolder
    /// Its name there.
    private let name: InputPath

    /// Sees whether a file can be written, so that long work is not begun in vain.
    ///
    /// The folders above it are made, a file that is there is left as it is. Of a link the file is
    /// meant to which it leads.
    ///
    /// - Throws: ``CommandError`` when the place may not be written, or something other than a file of
    ///   its own lies there, which must not be replaced.
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

    /// Writes the file; one that is there is replaced.
    ///
    /// - Throws: ``CommandError`` when the place may no longer be written, or the disk is full.
    package func write(_ bytes: [UInt8]) throws(CommandError) {
        try folder.write(bytes, stem: name, suffix: "")
    }

    /// A file that another program writes: it gets its name once it is whole.
    package struct Part {
        /// Its path while it is written.
        package let path: InputPath
        /// Its name once it is whole.
        package let target: InputPath

        /// Gives it its name; a file that has it is replaced.
        package func commit() throws(CommandError) {
            try OutputFolder.rename(path, to: target)
        }

        /// Removes it.
        package func discard() { path.withCString { _ = unlink($0) } }
    }

    /// Begins to write the file by another program.
    ///
    /// - Throws: ``CommandError`` when the place may no longer be written.
    package func beginPart() throws(CommandError) -> Part { try folder.beginPart(stem: name) }

    /// Whether another one is the same file.
    package func isSame(as other: OutputFile) -> Bool {
        folder.identity == other.folder.identity && name == other.name
    }

    /// Whether it would replace one of some files.
    package func replaces(oneOf files: Set<InputWalker.FileIdentity>) -> Bool {
        InputWalker.FileIdentity(of: folder.path.appending(name.bytes)).map(files.contains) ?? false
    }

    /// The file that a path means, which need not exist.
    private static func file(_ path: InputPath) throws(CommandError) -> InputPath {
        guard case .success(let link) = InputWalker.status(of: path, followingLinks: false) else {
            return path
        }
        let isLink = link.st_mode & S_IFMT == S_IFLNK
        guard case .success(let status) = InputWalker.status(of: path, followingLinks: true) else {
            throw CommandError(
                writing: path.display,
                because: "it is a link that leads nowhere. Name the file itself.")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw CommandError(writing: path.display, errno: EISDIR)
        default:
            throw CommandError(
                writing: path.display,
                because: "it is not a file, but a device, a pipe or a socket. Name a file.")
        }
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            var open = stat()
            guard fstat(stream, &open) == 0 else { continue }
            if InputWalker.FileIdentity(open) == InputWalker.FileIdentity(status) {
                throw CommandError(
                    writing: path.display,
                    because: "what this program prints goes there already. Name another file.")
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
