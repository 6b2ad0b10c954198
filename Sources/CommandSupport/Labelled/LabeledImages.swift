import FacialFunWire
import Glibc

/// Labeled pictures on disk: `CLASS/…` folders, or a table of paths and labels.
package enum LabeledImages {
    /// Pictures found.
    package struct Found: Sendable {
        /// The pictures, in an order that depends only on names or the table.
        package var pictures: [LabeledImage]
        /// Number of pictures outside the class folders, which have no label.
        package var withoutLabel = 0
        /// Number of files in folders that were skipped because they are not pictures.
        package var skippedFiles = 0
    }

    /// Reads a folder with a subfolder for each emotion, optionally below a folder for each person,
    /// or a CSV file.
    ///
    /// - Throws: ``CommandError`` if nothing is found, a label is not an emotion, or the table is
    ///   invalid.
    package static func read(_ path: InputPath) throws(CommandError) -> Found {
        let found: Found
        switch InputWalker.status(of: path, followingLinks: true) {
        case .failure(let error):
            throw CommandError(code: .labels, message: "\(path.display): \(error.message)")
        case .success(let status) where status.st_mode & S_IFMT == S_IFDIR:
            found = try folder(path)
        case .success:
            found = try table(path)
        }
        guard !found.pictures.isEmpty else {
            throw CommandError(
                code: .labels,
                message: """
                    \(path.display) contains no labeled pictures: give a folder with one folder for \
                    each emotion (\(emotionNames)), or a CSV file with the columns path and label
                    """)
        }
        return found
    }

    /// The pictures of all sources, in order; unlabeled ones are counted on standard error.
    package static func read(
        _ sources: [InputPath], errorStyle: TerminalStyle
    ) throws(CommandError) -> [LabeledImage] {
        var pictures: [LabeledImage] = []
        for source in sources {
            let found = try read(source)
            if found.withoutLabel > 0 {
                Diagnostic(
                    subject: source.display,
                    message: Counted.text(
                        found.withoutLabel, "picture outside the class folders is ignored",
                        "pictures outside the class folders are ignored")
                ).print(style: errorStyle)
            }
            Diagnostic.leftOut(files: found.skippedFiles)?.print(style: errorStyle)
            pictures += found.pictures
        }
        return pictures
    }

    /// The emotion of a name, which must match exactly.
    static func emotion(_ name: String, in location: String) throws(CommandError) -> Emotion {
        guard let emotion = Emotion(rawValue: name) else {
            throw CommandError(
                code: .labels,
                message:
                    "\(location): unknown emotion \"\(SafeText.escaped(name))\"; use \(emotionNames)"
            )
        }
        return emotion
    }

    private static var emotionNames: String {
        Emotion.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static func folder(_ root: InputPath) throws(CommandError) -> Found {
        // Follows links, because users often assemble data sets from them.
        var walker = InputWalker(followsLinksOut: true)
        walker.add(root)
        var found = Found(pictures: [], skippedFiles: walker.skippedFiles)
        for item in walker.items {
            if case .failed(root, let error) = item {
                throw CommandError(code: .labels, message: "\(root.display): \(error.message)")
            }
            let below = InputPath(bytes: Array(item.path.bytes.dropFirst(root.bytes.count)))
            let components = below.components
            guard components.count > 1, let name = components.first else {
                found.withoutLabel += 1
                continue
            }
            // EMOTION/… or PERSON/EMOTION/…
            let first = String(decoding: name, as: UTF8.self)
            guard components.count > 2, Emotion(rawValue: first) == nil,
                let truth = Emotion(rawValue: String(decoding: components[1], as: UTF8.self))
            else {
                guard let truth = Emotion(rawValue: first) else {
                    let location = root.appending(name).display
                    throw CommandError(
                        code: .labels,
                        message: "\(location): \"\(SafeText.escaped(first))\" is "
                            + "neither an emotion nor a folder of emotions; use the layout EMOTION "
                            + "or PERSON/EMOTION, with \(emotionNames)")
                }
                found.pictures.append(LabeledImage(item: item, truth: truth))
                continue
            }
            found.pictures.append(
                LabeledImage(item: item, truth: truth, person: root.appending(name).text))
        }
        return found
    }

    private static func table(_ path: InputPath) throws(CommandError) -> Found {
        let bytes: [UInt8]
        do {
            bytes = try InputReader(maxBytes: 1 << 30).read(.file(path))
        } catch {
            throw CommandError(code: .labels, message: "\(path.display): \(error.message)")
        }
        let rows = try LabelTable(bytes: bytes, name: path.display).rows
        // Paths are relative to the table, so a folder can be moved together with its table.
        let above = path.bytes.lastIndex(of: UInt8(ascii: "/")).map {
            InputPath(bytes: Array(path.bytes[...$0]))
        }
        var pictures: [LabeledImage] = []
        for row in rows {
            let isAbsolute = row.path.hasUTF8Prefix("/")
            let picture =
                isAbsolute
                ? InputPath(row.path)
                : above?.appending(Array(row.path.utf8)) ?? InputPath(row.path)
            let truth = try emotion(row.label, in: "\(path.display), line \(row.line)")
            pictures.append(
                LabeledImage(item: .file(picture), truth: truth, person: row.person))
        }
        return Found(pictures: pictures)
    }
}
