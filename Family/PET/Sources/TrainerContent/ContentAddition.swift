public import Foundation
import TrainerRules

/// Questions added by a parent or a teacher, stored next to the built-in ones.
public enum ContentAddition {
    /// Maximum size of a folder in bytes.
    static let largest = 50_000_000

    /// Checks and copies a folder, completely or not at all.
    ///
    /// - Parameters:
    ///   - source: The folder to add.
    ///   - name: Its name in the game.
    ///   - folder: The folder of all additions; created if it is missing.
    ///   - content: The game's content with existing additions, whose question names are taken.
    /// - Returns: The folder in the game.
    /// - Throws: `unfit` with all findings; `taken`; `notCopied`. Nothing was added then.
    public static func add(
        _ source: URL, named name: String, to folder: URL, existing content: Content
    ) throws(ContentError) -> URL {
        guard ContentPath.isPlainName(name[...]) else {
            throw ContentError(
                .unfit,
                "\(name.forMessage) is not a plain name. Use letters, digits and hyphens in --name."
            )
        }
        let target = folder.appending(path: name, directoryHint: .isDirectory)
        guard ContentPath.kind(of: target) == .nothing else {
            throw ContentError(
                .taken,
                "There is already an added folder \(name). Remove it with "
                    + "`facialfun-family content remove \(name)`, or choose another --name.")
        }
        removeLeftovers(in: folder)
        // Checks the copy, so that nothing can change between the check and the move.
        let part = folder.appending(path: ".part-\(UUID().uuidString)", directoryHint: .isDirectory)
        // The copy was moved, or it has errors.
        defer { try? FileManager.default.removeItem(at: part) }
        try copy(source, to: part)
        let findings = try ContentCheck.run(part, as: .addition)
        let read = try ContentFolder(part)
        let taken = QuestionCheck.taken(
            read.questions, by: Set(content.questions.map(\.id)))
        let errors = (findings + taken).filter { $0.severity == .error }
        guard errors.isEmpty else {
            throw ContentError(
                .unfit,
                "The folder has \(errors.count) errors and was not added.",
                findings: errors)
        }
        guard rename(part.slashless, target.slashless) == 0 else {
            throw ContentError(
                .notCopied, "Cannot write \(target.path): \(String(cString: strerror(errno))).")
        }
        return target
    }

    /// Removes what an interrupted copy left.
    private static func removeLeftovers(in folder: URL) {
        // Without the folder there is nothing to remove.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(".part-") {
            // Failure is harmless: hidden names are ignored.
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    /// Copies the files of a folder.
    ///
    /// Symbolic links are copied as links, so that the check finds them.
    private static func copy(_ source: URL, to part: URL) throws(ContentError) {
        guard ContentPath.kind(of: source.resolvingSymlinksInPath()) == .folder else {
            throw ContentError(
                .noFolder, "There is no folder \(source.path). Check the spelling.")
        }
        let size = try size(of: source)
        guard size <= largest else {
            throw ContentError(
                .unfit,
                "The folder has more than \(largest / 1_000_000) MB or too many files. Remove "
                    + "files "
                    + "that are not content; reduce pictures to 200 kB.")
        }
        do {
            try FileManager.default.createDirectory(
                at: part, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            for name in FolderTree.names(in: "", below: source.resolvingSymlinksInPath())
            where !FileCheck.unread.contains(name) {
                try FileManager.default.copyItem(
                    at: source.resolvingSymlinksInPath().appending(path: name),
                    to: part.appending(path: name))
            }
        } catch {
            throw ContentError(
                .notCopied,
                "The folder \(source.path) cannot be copied: \(error.localizedDescription). Check "
                    + "that it is readable and that the disk has space.", cause: error)
        }
    }

    /// The total size of a folder's files; links are not followed.
    private static func size(of folder: URL) throws(ContentError) -> Int {
        let walk = FileManager.default.enumerator(
            at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
        var (size, count) = (0, 0)
        while let file = walk?.nextObject() as? URL {
            var status = stat()
            if lstat(file.slashless, &status) == 0 { size += Int(status.st_size) }
            count += 1
            if size > largest || count > 20_000 { return .max }
        }
        return size
    }
}

extension URL {
    /// The path for system calls, without a trailing slash.
    fileprivate var slashless: String {
        var path = path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
