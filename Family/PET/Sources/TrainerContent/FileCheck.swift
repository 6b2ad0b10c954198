import Crypto
import Foundation

/// Checks the files of a folder: kind, size, license, agreement with the manifest.
struct FileCheck {
    /// The sizes of existing assets in bytes, by path.
    private(set) var sizes: [String: Int] = [:]
    /// The findings.
    private(set) var findings: [ContentFinding] = []

    /// Files used to make the content, which the game does not read.
    static let unread: Set<String> = ["making", "sheets"]
    private static let textEndings: Set<String> = ["json", "md", "txt"]
    private static let mostFiles = 20_000
    /// Maximum size of a file whose checksum is verified.
    private static let mostRead = 20_000_000

    private let folder: URL
    private let manifest: ManifestFile
    private var files = 0

    /// Checks a folder.
    init(_ folder: URL, manifest: ManifestFile) {
        self.folder = folder
        self.manifest = manifest
        walk("")
        for (path, entry) in manifest.assets.sorted(by: { $0.key < $1.key })
        where sizes[path] == nil {
            findings.append(
                ContentFinding(
                    .missing, file: ManifestFile.name, position: "line \(entry.line)",
                    "\(path) is missing", remedy: "Add the file, or remove the entry."))
        }
    }

    private mutating func walk(_ path: String) {
        for name in FolderTree.names(in: path, below: folder) {
            let inner = path.isEmpty ? name : "\(path)/\(name)"
            if path.isEmpty, Self.unread.contains(name) { continue }
            files += 1
            guard files <= Self.mostFiles else {
                if files == Self.mostFiles + 1 {
                    findings.append(
                        ContentFinding(
                            .tooLarge, file: inner,
                            "the folder has more than \(Self.mostFiles) files",
                            remedy: "Remove files that are not content."))
                }
                return
            }
            inspect(at: inner, name: name)
        }
    }

    private mutating func inspect(at path: String, name: String) {
        let url = folder.appending(path: path)
        guard ContentPath.isPlainName(name[...]) else {
            add(
                .outside, path.forMessage,
                "its name contains characters other than letters, digits, periods, "
                    + "hyphens and underscores", "Rename it.")
            return
        }
        switch ContentPath.kind(of: url) {
        case .folder: walk(path)
        case .file: check(path, url)
        case .link: add(.outside, path, "it is a symbolic link", "Replace it with the file itself.")
        case .other, .nothing:
            add(.unreadable, path, "it is neither a file nor a folder", "Remove it.")
        }
    }

    private mutating func check(_ path: String, _ url: URL) {
        guard let kind = AssetKind(path: path) else {
            let ending = path.split(separator: ".").last.map(String.init) ?? ""
            if !Self.textEndings.contains(ending) {
                add(
                    .wrongType, path, "the game does not use files of this type",
                    "Pictures are WebP, PNG, JPEG or SVG; sounds are MP3. Convert or remove it.")
            }
            return
        }
        let size: Int
        let bytes: Data
        do {
            size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            bytes = size <= Self.mostRead ? try Data(contentsOf: url) : Data()
        } catch {
            add(.unreadable, path, "it cannot be read", "Make it readable for this user.")
            return
        }
        sizes[path] = size
        if size > kind.largest {
            add(
                .tooLarge, path, "its size is \(size / 1000) kB",
                "Reduce it to at most \(kind.largest / 1000) kB.")
        }
        guard size <= Self.mostRead else { return }
        if let fault = AssetKind.fault(bytes, path: path) {
            add(.wrongType, path, "it is \(fault)", "Save it in the format of its file extension.")
        }
        compare(path, bytes)
    }

    /// Compares a file with its manifest entry.
    private mutating func compare(_ path: String, _ bytes: Data) {
        guard let (asset, line) = manifest.assets[path] else {
            add(
                .unlicensed, path, "it is not in the manifest",
                "Add it to \(ManifestFile.name) with its license and origin, or remove it.")
            return
        }
        let digest = Self.checksum(of: bytes)
        if asset.sha256.lowercased() != digest || asset.bytes != bytes.count {
            findings.append(
                ContentFinding(
                    .checksum, file: ManifestFile.name, position: "line \(line)",
                    "\(path) differs from its entry: it has \(bytes.count) bytes and the SHA-256 "
                        + digest,
                    remedy: "Check the file, then update its entry."))
        }
    }

    /// The SHA-256 of a file's bytes, in hex digits.
    static func checksum(of bytes: Data) -> String { SHA256.hash(data: bytes).hexadecimal }

    private mutating func add(
        _ code: ContentFinding.Code, _ path: String, _ problem: String, _ remedy: String
    ) {
        findings.append(ContentFinding(code, file: path, problem, remedy: remedy))
    }
}

extension Sequence<UInt8> {
    /// Two hex digits for each byte.
    var hexadecimal: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
