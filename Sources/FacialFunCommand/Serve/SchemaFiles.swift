import CommandSupport
import FacialFun
import FacialFunWire
import Glibc

/// The schemas of records and responses: those of the installation, or of the package from which
/// the program was built.
enum SchemaFiles {
    /// Relative to the package's folder.
    private static let folders = [
        "Models", "Sources/FacialFunWire/Records", "Sources/FacialFun/Camera/Live",
        "Sources/FacialFun/Levels/Records", "Sources/FacialFunCommand/Doctor",
        "Sources/FacialFunCommand/Match", "Sources/FacialFunServer",
    ]

    /// The bytes of all existing files, by name; empty for an installation without them.
    ///
    /// - Parameters:
    ///   - executable: The running program.
    ///   - package: The folder of the package from which it was built.
    /// - Returns: Keys such as `image-report.schema.json`; the description of the routes is
    ///   `openapi.json`.
    static func load(
        executable: String = Executable.path, package: String = ModelDirectory.packagePathAtBuild
    ) -> [String: [UInt8]] {
        let prefix = executable.split(separator: "/").dropLast(2).joined(separator: "/")
        let installed = files(in: InputPath("/" + prefix + "/share/facialfun/schemas"))
        guard installed.isEmpty else { return installed }
        return folders.reduce(into: [:]) { all, folder in
            all.merge(files(in: InputPath(package + "/" + folder))) { first, _ in first }
        }
    }

    private static func files(in folder: InputPath) -> [String: [UInt8]] {
        guard case .success(let names) = InputWalker.entries(of: folder) else { return [:] }
        let reader = InputReader(maxBytes: DecodeLimits.service.maxFileBytes)
        var files: [String: [UInt8]] = [:]
        for name in names {
            let text = String(decoding: name, as: UTF8.self)
            guard text.hasSuffix(".schema.json") || text == "openapi.json",
                // An unreadable file is not served; requests for it get an error.
                let bytes = try? reader.read(.file(folder.appending(name)))
            else { continue }
            files[text] = bytes
        }
        return files
    }
}
