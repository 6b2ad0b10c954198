import CommandSupport

/// Which names the pictures that belong to an input get below the output folder.
///
/// The folders of the input's path are mirrored below the output folder, so that equal names from
/// two folders stay apart; of absolute paths without the folders that all of them have in common. The name is the input's without its extension; where another input has
/// that already (`a.jpg` and `a.png`), the one that comes later keeps its extension, and after that
/// is numbered. No two inputs write to one name, and the same command gives the same names: what it wrote
/// before is replaced, what it reads never.
struct OutputNaming {
    /// Bytes of a name that are left for the input's own; the rest is for suffixes (255 in all).
    private static let maxStemLength = 200

    private var taken: Set<InputPath> = []
    /// The folders that all absolute paths begin with.
    private let common: [[UInt8]]

    /// Makes a naming without names.
    ///
    /// - Parameter items: All inputs that will get one.
    init(of items: [InputItem] = []) {
        let folders = items.filter(Self.isAbsolute).map { Array($0.path.components.dropLast()) }
        common = folders.dropFirst().reduce(folders.first ?? []) { common, next in
            Array(zip(common, next).prefix { $0 == $1 }.map(\.0))
        }
    }

    private static func isAbsolute(_ item: InputItem) -> Bool {
        item != .standardInput && item.path.bytes.first == UInt8(ascii: "/")
    }

    /// The path below the output folder, without suffix and extension; each call takes it away from
    /// the calls that follow.
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

    /// The name, cut at a character's border where it is too long for suffixes.
    private static func shortened(_ name: [UInt8]) -> [UInt8] {
        guard name.count > maxStemLength else { return name }
        var end = maxStemLength
        // 10xxxxxx continues a character of UTF-8.
        while end > 0, name[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(name[..<end])
    }
}
