import CommandSupport
import FacialFun
import FacialFunWire
import Glibc

/// The files that describe records and answers: those of the installation, or of the package that the
/// program was built from.
enum SchemaFiles {
    /// Below the package's folder.
    private static let folders = [
        "Models", "Sources/FacialFunWire/Records", "Sources/FacialFun/Camera/Live",
        "Sources/FacialFun/Levels/Records", "Sources/FacialFunCommand/Doctor",
        "Sources/FacialFunCommand/Match", "Sources/FacialFunServer",
    ]

    /// The bytes of all that are there, by their names; an installation without them serves none.
    ///
    /// - Parameters:
    ///   - executable: The running program.
    ///   - package: The folder of the package that it was built from.
    /// - Returns: As `image-report.schema.json`, and the description of the routes as `openapi.json`.
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
                // One that cannot be read is not served, and whoever asks for it is told.
                let bytes = try? reader.read(.file(folder.appending(name)))
            else { continue }
            files[text] = bytes
        }
        return files
    }
}
