import CommandSupport

/// Names of an input's pictures below the output folder.
///
/// The folders of the input's path are created below the output folder, so equal names from two
/// folders do not clash. Absolute paths omit their common parent folders. The name is the input's
/// without its extension. If another input already has that name (`a.jpg` and `a.png`), the later
/// one keeps its extension, and otherwise gets a number. No two inputs share a name, and the same
/// command gives the same names: it replaces its earlier output, but never its input.
struct OutputNaming {
    /// Maximum bytes of an input's own name; the rest of 255 bytes is for suffixes.
    private static let maxStemLength = 200

    private var taken: Set<InputPath> = []
    /// The common parent folders of all absolute paths.
    private let common: [[UInt8]]

    /// Creates a naming without names.
    ///
    /// - Parameter items: All inputs to be named.
    init(of items: [InputItem] = []) {
        let folders = items.filter(Self.isAbsolute).map { Array($0.path.components.dropLast()) }
        common = folders.dropFirst().reduce(folders.first ?? []) { common, next in
            Array(zip(common, next).prefix { $0 == $1 }.map(\.0))
        }
    }

    private static func isAbsolute(_ item: InputItem) -> Bool {
        item != .standardInput && item.path.bytes.first == UInt8(ascii: "/")
    }

    /// The path below the output folder, without suffix and extension; it is unavailable to later
    /// calls.
    mutating func stem(of item: InputItem) -> InputPath {
        let components =
            item == .standardInput
            ? [Array("stdin".utf8)]
            : item.path.components.dropFirst(Self.isAbsolute(item) ? common.count : 0)
                .filter { $0 != Array(".".utf8) && $0 != Array("..".utf8) }
        let name = components.last ?? Array("image".utf8)
        let folders = components.dropLast()
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
        let candidates = [dot.map { Array(name[..<$0]) }, name].compactMap { $0 }
        for candidate in candidates {
            let path = Self.joined(folders, Self.shortened(candidate))
            if taken.insert(path).inserted { return path }
        }
        var number = 2
        while true {
            let path = Self.joined(folders, Self.shortened(name) + Array("-\(number)".utf8))
            if taken.insert(path).inserted { return path }
            number += 1
        }
    }

    private static func joined(_ folders: ArraySlice<[UInt8]>, _ name: [UInt8]) -> InputPath {
        InputPath(bytes: Array((folders + [name]).joined(separator: [UInt8(ascii: "/")])))
    }

    /// The name, cut at a character boundary if it is too long for suffixes.
    private static func shortened(_ name: [UInt8]) -> [UInt8] {
        guard name.count > maxStemLength else { return name }
        var end = maxStemLength
        // A byte 10xxxxxx continues a UTF-8 character.
        while end > 0, name[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(name[..<end])
    }
}
