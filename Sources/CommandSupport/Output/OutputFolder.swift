import Glibc

/// A folder that pictures are written to.
package struct OutputFolder: Sendable {
    /// The folder.
    package let path: InputPath
    /// Identity of the folder, independent of its path.
    package let identity: InputWalker.FileIdentity

    /// Makes the folder, with those above it, where it does not exist.
    package init(path: InputPath) throws(CommandError) {
        try Self.makeFolder(path)
        switch InputWalker.status(of: path, followingLinks: true) {
        case .success(let status): identity = InputWalker.FileIdentity(status)
        case .failure(let error):
            throw CommandError(writing: path.display, errno: error.cause)
        }
        self.path = path
    }

    /// Writes one file below the folder, whole or not at all: under another name first, then renamed.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - stem: The path below the folder without the suffix; its folders are made.
    ///   - suffix: What follows the stem, as `.face1.png`.
    ///   - inputs: Files that this run reads, which are not replaced.
    /// - Throws: ``CommandError`` when the disk is full, or the place may not be written.
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
                    because: "it is one of the pictures that are read. Name another folder.")
            }
            try StandardStreams.write(bytes, to: descriptor, name: target.display)
        } catch {
            part.withCString { _ = unlink($0) }
            throw error
        }
        try Self.rename(part, to: target)
    }

    /// Begins a file that another program writes, under the name that it has until it is whole.
    ///
    /// - Throws: ``CommandError`` when the place may not be written.
    func beginPart(stem: InputPath) throws(CommandError) -> OutputFile.Part {
        let (target, part, descriptor) = try begin(stem: stem, suffix: "")
        close(descriptor)
        return OutputFile.Part(path: part, target: target)
    }

    /// Gives a file that is whole its name; where that fails nothing is left of it.
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

    /// Sees whether a file could be written below the folder; one that is there is left as it is.
    ///
    /// - Throws: ``CommandError`` when the place may not be written.
    package func check(stem: InputPath, suffix: String) throws(CommandError) {
        let (_, part, descriptor) = try begin(stem: stem, suffix: suffix)
        close(descriptor)
        part.withCString { _ = unlink($0) }
    }

    /// Makes the folders of a file, and opens the file under the name that it has until it is whole.
    private func begin(
        stem: InputPath, suffix: String
    ) throws(CommandError) -> (target: InputPath, part: InputPath, descriptor: Int32) {
        let target = path.appending(stem.bytes + Array(suffix.utf8))
        let folders = stem.components.dropLast()
        if !folders.isEmpty {
            let below = Array(folders.joined(separator: [UInt8(ascii: "/")]))
            try Self.makeFolder(path.appending(below))
        }
        // A name that nothing has: a person's file is never taken for what an earlier run left, and
        // two runs do not write into one.
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

    /// Makes a folder and those above it; one that exists is no error.
    private static func makeFolder(_ path: InputPath) throws(CommandError) {
        var above: [UInt8] = path.bytes.first == UInt8(ascii: "/") ? [UInt8(ascii: "/")] : []
        for component in path.components {
            above += (above.isEmpty || above.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")])
            above += component
            let folder = InputPath(bytes: above)
            guard folder.withCString({ mkdir($0, 0o777) }) != 0 else { continue }
            let cause = errno
            // A folder that exists may answer with another error (EROFS, EACCES): look.
            guard case .success(let status) = InputWalker.status(of: folder, followingLinks: true)
            else { throw CommandError(writing: path.display, errno: cause) }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw CommandError(
                    writing: path.display,
                    because: "\(folder.display) is no folder. Name another one.")
            }
        }
    }
}
