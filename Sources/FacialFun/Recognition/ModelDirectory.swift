import Glibc

/// Location of the networks on this machine.
///
/// Search order: the command-line option, the environment variable `FACIALFUN_MODELS`,
/// `../share/facialfun/Models` next to the running binary, the package that the binary was built
/// from. The first one that is given or exists is used. Explicitly named folders must exist.
package struct ModelDirectory: Sendable, Equatable {
    /// Origin of the folder.
    package enum Origin: String, Sendable {
        /// Named on the command line.
        case option
        /// Named by the environment variable `FACIALFUN_MODELS`.
        case environment
        /// Next to the installed binary.
        case installed
        /// In the package that the binary was built from.
        case package
    }

    /// The environment variable for the folder of models.
    package static let environmentVariable = "FACIALFUN_MODELS"

    /// The folder with one subfolder for each network.
    package let path: String
    /// Origin of ``path``.
    package let origin: Origin
    /// The folder of the emotion network: within ``path``, or named by the option.
    package let emotionNetwork: String
    /// Origin of ``emotionNetwork``.
    package let emotionNetworkOrigin: Origin

    /// The folder of the face detector.
    package var faceDetector: String { path + "/face-detector" }
    /// The folder of the face mesh.
    package var faceMesh: String { path + "/face-mesh" }
    /// The folder of the network that detects occlusion.
    package var faceOcclusion: String { path + "/face-occlusion" }
    /// The folder of the mesh of 478 points, which is only needed for movements.
    package var faceMesh478: String { path + "/face-mesh-478" }
    /// The folder of the network of movements.
    package var faceMovements: String { path + "/face-movements" }
    /// The file of the game's levels.
    package var levelsFile: String { path + "/levels.json" }
    /// The file of the hints.
    package var hintsFile: String { path + "/hints.json" }

    /// Finds the models.
    ///
    /// - Parameters:
    ///   - option: An explicitly named folder: either a folder of models or the folder of one
    ///     emotion network (with a `manifest.json`), which then replaces the shipped one.
    ///   - environment: The process's environment.
    ///   - executablePath: The running binary, with symbolic links resolved.
    ///   - packagePath: The package's folder when the binary was built.
    /// - Returns: The folders; their files are only checked when they are loaded.
    /// - Throws: `modelsNotFound`, with the searched locations.
    package static func locate(
        option: String?,
        environment: [String: String],
        executablePath: String,
        packagePath: String = packagePathAtBuild
    ) throws(FacialFunError) -> ModelDirectory {
        if let option {
            if isFile(option + "/manifest.json") {
                let rest = try locate(
                    option: nil, environment: environment, executablePath: executablePath,
                    packagePath: packagePath)
                return ModelDirectory(
                    path: rest.path, origin: rest.origin, emotionNetwork: option,
                    emotionNetworkOrigin: .option)
            }
            return try named(option, by: "--model", origin: .option)
        }
        if let path = environment[environmentVariable], !path.isEmpty {
            return try named(path, by: environmentVariable, origin: .environment)
        }
        let binaryFolder = parent(of: executablePath)
        let installed = parent(of: binaryFolder) + "/share/facialfun/Models"
        if isModelFolder(installed) { return ModelDirectory(path: installed, origin: .installed) }
        let package = packagePath + "/Models"
        if isModelFolder(package) { return ModelDirectory(path: package, origin: .package) }
        throw FacialFunError(
            code: .modelsNotFound,
            message: """
                Cannot find the models in \(installed) or \(package). Set \
                their folder with --model DIR or \(environmentVariable)=DIR, or install them with \
                `make install`.
                """)
    }

    private init(path: String, origin: Origin) {
        self.init(
            path: path, origin: origin, emotionNetwork: path + "/emotion-v1",
            emotionNetworkOrigin: origin)
    }

    private init(
        path: String, origin: Origin, emotionNetwork: String, emotionNetworkOrigin: Origin
    ) {
        self.path = path
        self.origin = origin
        self.emotionNetwork = emotionNetwork
        self.emotionNetworkOrigin = emotionNetworkOrigin
    }

    /// The package's folder when this file was compiled.
    ///
    /// In builds for other machines (`PACKAGED`) it is a fixed folder, which reveals nothing about
    /// the build machine.
    package static var packagePathAtBuild: String {
        #if PACKAGED
            return "/usr/src/facialfun"
        #else
            var path = #filePath
            for _ in 0..<4 { path = parent(of: path) }
            return path
        #endif
    }

    private static func named(
        _ path: String, by source: String, origin: Origin
    ) throws(FacialFunError) -> ModelDirectory {
        guard isModelFolder(path) else {
            throw FacialFunError(
                code: .modelsNotFound,
                message: """
                    \(source) names \(path), which contains no models: neither a manifest.json of an \
                    emotion network nor a folder `face-detector` with one. Name the folder that \
                    `make install` or training wrote.
                    """)
        }
        return ModelDirectory(path: path, origin: origin)
    }

    private static func isModelFolder(_ path: String) -> Bool {
        isFile(path + "/face-detector/manifest.json")
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The parent folder of a path; `.` for a bare name.
    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
