import Glibc

/// An output folder for pictures.
package struct OutputFolder: Sendable {
    /// The folder.
    package let path: InputPath
    /// Identity of the folder, independent of its path.
    package let identity: InputWalker.FileIdentity

    /// Creates the folder and its parents if it does not exist.
    package init(path: InputPath) throws(CommandError) {
        try Self.makeFolder(path)
        switch InputWalker.status(of: path, followingLinks: true) {
        case .success(let status): identity = InputWalker.FileIdentity(status)
        case .failure(let error):
            throw CommandError(writing: path.display, errno: error.cause)
        }
        self.path = path
    }

    /// Writes a file below the folder atomically, by renaming a temporary file.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - stem: The path below the folder without the suffix; its folders are created.
    ///   - suffix: The suffix after the stem, such as `.face1.png`.
    ///   - inputs: Input files of this run, which are not replaced.
    /// - Throws: ``CommandError`` if the disk is full or the place is not writable.
    package func write(
        _ bytes: [UInt8], stem: InputPath, suffix: String,
        sparing inputs: Set<InputWalker.FileIdentity> = []
    ) throws(CommandError) {
        let (target, part, descriptor) = try begin(stem: stem, suffix: suffix)
        do throws(CommandError) {
            defer { close(descriptor) }
            if let there = InputWalker.FileIdentity(of: target), inputs.contains(there) {
                throw CommandError(
                    writing: target.display,
                    because: "it is an input. Name another folder.")
            }
            try StandardStreams.write(bytes, to: descriptor, name: target.display)
        } catch {
            part.withCString { _ = unlink($0) }
            throw error
        }
        try Self.rename(part, to: target)
    }

    /// Starts a file that another program writes, under a temporary name.
    ///
    /// - Throws: ``CommandError`` if the place is not writable.
    func beginPart(stem: InputPath) throws(CommandError) -> OutputFile.Part {
        let (target, part, descriptor) = try begin(stem: stem, suffix: "")
        close(descriptor)
        return OutputFile.Part(path: part, target: target)
    }

    /// Renames a complete file, or deletes it if that fails.
    static func rename(_ part: InputPath, to target: InputPath) throws(CommandError) {
        let renamed = part.withCString { from in
            target.withCString { to in Glibc.rename(from, to) }
        }
        guard renamed == 0 else {
            let cause = errno
            part.withCString { _ = unlink($0) }
            throw CommandError(writing: target.display, errno: cause)
        }
    }

    /// Checks that a file could be written below the folder; an existing one is left unchanged.
    ///
    /// - Throws: ``CommandError`` if the place is not writable.
    package func check(stem: InputPath, suffix: String) throws(CommandError) {
        let (_, part, descriptor) = try begin(stem: stem, suffix: suffix)
        close(descriptor)
        part.withCString { _ = unlink($0) }
    }

    /// Creates the folders of a file, and opens the file under a temporary name.
    private func begin(
        stem: InputPath, suffix: String
    ) throws(CommandError) -> (target: InputPath, part: InputPath, descriptor: Int32) {
        let target = path.appending(stem.bytes + Array(suffix.utf8))
        let folders = stem.components.dropLast()
        if !folders.isEmpty {
            let below = Array(folders.joined(separator: [UInt8(ascii: "/")]))
            try Self.makeFolder(path.appending(below))
        }
        // An unused name, so that a user's file is never mistaken for a leftover, and two runs do
        // not write to the same file.
        for _ in 0..<Self.attempts {
            let mark = String(UInt32.random(in: 0...UInt32.max), radix: 36)
            let part = InputPath(bytes: target.bytes + Array(".\(mark).part".utf8))
            let descriptor = part.withCString { text in
                open(text, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
            }
            if descriptor >= 0 { return (target, part, descriptor) }
            guard errno == EEXIST else { break }
        }
        throw CommandError(writing: target.display, errno: errno)
    }

    /// Number of names to try for an unfinished file.
    private static let attempts = 16

    /// Creates a folder and its parents; an existing one is not an error.
    private static func makeFolder(_ path: InputPath) throws(CommandError) {
        var above: [UInt8] = path.bytes.first == UInt8(ascii: "/") ? [UInt8(ascii: "/")] : []
        for component in path.components {
            above += (above.isEmpty || above.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")])
            above += component
            let folder = InputPath(bytes: above)
            guard folder.withCString({ mkdir($0, 0o777) }) != 0 else { continue }
            let cause = errno
            // For an existing folder mkdir may also fail with another error (EROFS, EACCES), so
            // check it.
            guard case .success(let status) = InputWalker.status(of: folder, followingLinks: true)
            else { throw CommandError(writing: path.display, errno: cause) }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw CommandError(
                    writing: path.display,
                    because: "\(folder.display) is not a folder. Name another one.")
            }
        }
    }
}
