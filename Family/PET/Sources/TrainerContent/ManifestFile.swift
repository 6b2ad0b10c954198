import Foundation

/// `manifest.json`: source and license of each file.
struct ManifestFile {
    /// The entry of a file.
    struct Asset: Decodable {
        let file: String
        let bytes: Int
        let sha256: String
        let licence: String
        let origin: String
    }

    /// The file's name.
    static let name = "manifest.json"
    /// The entries, by path.
    private(set) var assets: [String: (asset: Asset, line: Int)] = [:]
    /// The findings.
    private(set) var findings: [ContentFinding] = []

    /// Placeholders that do not count as a license.
    private static let noLicences: Set<String> = ["", "none", "unknown", "todo", "tbd", "?", "-"]

    private struct Shape: VersionedShape {
        let version: Int
        let assets: [Attempted<Asset>]
    }

    /// Reads the file of a folder.
    init(below folder: URL) {
        do {
            let file = try JSONFile(Self.name, below: folder)
            let shape = try file.decoded(version: Shape.self)
            for (index, element) in shape.assets.enumerated() {
                let line = file.places.line(of: [.name("assets"), .index(index)])
                switch element.result {
                case .success(let asset): add(asset, line)
                case .failure(let error): findings.append(file.fault(error))
                }
            }
        } catch {
            findings.append(error)
        }
    }

    private mutating func add(_ asset: Asset, _ line: Int) {
        let name = asset.file.forMessage
        func finding(
            _ code: ContentFinding.Code, _ problem: String, _ remedy: String
        ) -> ContentFinding {
            ContentFinding(
                code, file: Self.name, position: "line \(line)", problem, remedy: remedy)
        }
        guard ContentPath.isPlain(asset.file) else {
            findings.append(
                finding(
                    .outside, "the path \(name) does not lead to a file below the folder",
                    "Put the file into the folder, such as pictures/l1-happiness-01.webp."))
            return
        }
        if let first = assets[asset.file] {
            findings.append(
                finding(
                    .duplicate, "\(name) is also on line \(first.line)", "Remove one of them."))
            return
        }
        assets[asset.file] = (asset, line)
        let licence = asset.licence.trimmingCharacters(in: .whitespaces).lowercased()
        if Self.noLicences.contains(licence) {
            findings.append(
                finding(
                    .unlicensed, "\(name) has no license",
                    "Add its license, or remove the file."))
        }
        if asset.origin.trimmingCharacters(in: .whitespaces).isEmpty {
            findings.append(
                finding(.unlicensed, "\(name) has no origin", "Add its source."))
        }
    }
}
