import CommandSupport
import FacialFunWire
import Glibc

/// Pictures of a user's own classes on disk: `CLASS/picture`, `CLASS/PERSON/picture`, or a table
/// (``LabelTable``).
struct ClassFolders {
    /// A picture with the index of its class.
    struct Picture: Hashable, Sendable {
        /// The source of its bytes.
        let item: InputItem
        /// The index of its class in ``ClassFolders/names``.
        let label: Int
        /// The person in the picture; nil if unknown.
        let person: String?
    }

    /// Maximum number of classes of a model.
    static let maxClasses = 100
    /// Maximum length of a class name in bytes.
    static let maxNameBytes = 64

    /// The names of the classes, sorted by their UTF-8 bytes.
    let names: [String]
    /// The pictures, in an order that depends only on names or the table.
    let pictures: [Picture]
    /// The number of pictures outside class folders.
    let withoutClass: Int
    /// The number of files in the folders that were skipped because they are not pictures.
    let skippedFiles: Int

    /// Reads a folder or a table.
    ///
    /// - Throws: ``CommandError`` if there are fewer than two classes, or a name is invalid.
    init(_ path: InputPath) throws(CommandError) {
        let found: [(item: InputItem, name: String, person: String?)]
        (withoutClass, skippedFiles, found) =
            switch InputWalker.status(of: path, followingLinks: true) {
            case .failure(let error):
                throw CommandError(code: .labels, message: "\(path.display): \(error.message)")
            case .success(let status) where status.st_mode & S_IFMT == S_IFDIR:
                try Self.folder(path)
            case .success:
                (0, 0, try Self.table(path))
            }
        let names = Set(found.map { UTF8Key($0.name) }).sorted().map(\.text)
        guard names.count >= 2 else {
            throw CommandError(
                code: .labels,
                message:
                    "\(path.display) has pictures of \(Counted.text(names.count, "class", "classes")): "
                    + "two or more are needed, each a folder of pictures (CLASS/picture or "
                    + "CLASS/PERSON/picture), or a CSV file with the columns path and label.")
        }
        guard names.count <= Self.maxClasses else {
            throw CommandError(
                code: .labels,
                message:
                    "\(path.display) has \(names.count) classes; at most \(Self.maxClasses) can be "
                    + "fitted. Does the folder contain one folder for each class?")
        }
        for name in names {
            guard !name.isEmpty, name.utf8.count <= Self.maxNameBytes,
                !name.unicodeScalars.contains(where: SafeText.isUnsafe)
            else {
                throw CommandError(
                    code: .labels,
                    message:
                        "\(path.display): \"\(SafeText.escaped(name))\" is not a valid class name: "
                        + "use 1 to \(Self.maxNameBytes) bytes of printable text."
                )
            }
        }
        let labels = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { (UTF8Key($1), $0) })
        pictures = found.map { picture in
            Picture(
                item: picture.item, label: labels[UTF8Key(picture.name)] ?? 0,
                person: picture.person)
        }
        self.names = names
    }

    private static func folder(
        _ root: InputPath
    ) throws(CommandError) -> (Int, Int, [(item: InputItem, name: String, person: String?)]) {
        // Follows links, because users often assemble data sets from them.
        var walker = InputWalker(followsLinksOut: true)
        walker.add(root)
        var withoutClass = 0
        var found: [(item: InputItem, name: String, person: String?)] = []
        for item in walker.items {
            if case .failed(root, let error) = item {
                throw CommandError(code: .labels, message: "\(root.display): \(error.message)")
            }
            let below = InputPath(bytes: Array(item.path.bytes.dropFirst(root.bytes.count)))
            let components = below.components.map { String(decoding: $0, as: UTF8.self) }
            guard components.count > 1 else {
                withoutClass += 1
                continue
            }
            found.append((item, components[0], components.count > 2 ? components[1] : nil))
        }
        return (withoutClass, walker.skippedFiles, found)
    }

    private static func table(
        _ path: InputPath
    ) throws(CommandError) -> [(item: InputItem, name: String, person: String?)] {
        let bytes: [UInt8]
        do {
            bytes = try InputReader(maxBytes: 1 << 30).read(.file(path))
        } catch {
            throw CommandError(code: .labels, message: "\(path.display): \(error.message)")
        }
        return try LabelTable(bytes: bytes, name: path.display).rows.map { row in
            (.file(path.sibling(row.path)), row.label, row.person)
        }
    }
}

extension InputPath {
    /// The path for a text in a table, relative to the table, so that a folder can be moved with
    /// it.
    fileprivate func sibling(_ text: String) -> InputPath {
        guard !text.hasUTF8Prefix("/"), let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            return InputPath(text)
        }
        return InputPath(bytes: Array(bytes[...slash]) + Array(text.utf8))
    }
}
