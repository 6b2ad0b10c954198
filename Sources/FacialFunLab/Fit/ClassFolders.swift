import CommandSupport
import FacialFunWire
import Glibc

/// Pictures of a user's own classes as they lie on disk: `CLASS/picture`, `CLASS/PERSON/picture`, or a table
/// (``LabelTable``).
struct ClassFolders {
    /// A picture with the place of its class.
    struct Picture: Hashable, Sendable {
        /// The source of its bytes.
        let item: InputItem
        /// The place of its class in ``ClassFolders/names``.
        let label: Int
        /// The person in the picture; nil if unknown.
        let person: String?
    }

    /// The most classes that a model takes.
    static let maxClasses = 100
    /// The longest name of a class in bytes.
    static let maxNameBytes = 64

    /// The names of the classes, sorted by their UTF-8 bytes.
    let names: [String]
    /// The pictures, in an order that depends on nothing but names or the table.
    let pictures: [Picture]
    /// The number of pictures that lie in no class folder.
    let withoutClass: Int
    /// The number of files of the folders that were left out because they are no pictures.
    let skippedFiles: Int

    /// Reads a folder or a table.
    ///
    /// - Throws: ``CommandError`` when there are not two classes, or a name cannot be one.
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
                    "\(path.display) holds pictures of \(Counted.text(names.count, "class", "classes")): "
                    + "two or more are needed, each a folder of pictures (CLASS/picture or "
                    + "CLASS/PERSON/picture), or a CSV file with the columns path and label.")
        }
        guard names.count <= Self.maxClasses else {
            throw CommandError(
                code: .labels,
                message:
                    "\(path.display) holds \(names.count) classes; at most \(Self.maxClasses) can be "
                    + "fitted. Does the folder hold one folder for each class?")
        }
        for name in names {
            guard !name.isEmpty, name.utf8.count <= Self.maxNameBytes,
                !name.unicodeScalars.contains(where: SafeText.isUnsafe)
            else {
                throw CommandError(
                    code: .labels,
                    message:
                        "\(path.display): \"\(SafeText.escaped(name))\" cannot be the name of a class: "
                        + "1 to \(Self.maxNameBytes) bytes of printable text are needed. Rename it."
                )
            }
        }
        let places = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { (UTF8Key($1), $0) })
        pictures = found.map { picture in
            Picture(
                item: picture.item, label: places[UTF8Key(picture.name)] ?? 0,
                person: picture.person)
        }
        self.names = names
    }

    private static func folder(
        _ root: InputPath
    ) throws(CommandError) -> (Int, Int, [(item: InputItem, name: String, person: String?)]) {
        // A data set that somebody has put together is often made of links.
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
    /// The path that a table means by a text: from where the table lies, so that a folder can be moved with
    /// it.
    fileprivate func sibling(_ text: String) -> InputPath {
        guard !text.hasUTF8Prefix("/"), let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            return InputPath(text)
        }
        return InputPath(bytes: Array(bytes[...slash]) + Array(text.utf8))
    }
}
