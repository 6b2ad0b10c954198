import CommandSupport
import FacialFun
import FacialFunWire

/// The pictures to measure.
///
/// Files are read again for each measurement, so folders of any size can be measured. Only the cold
/// start includes the time for reading.
struct BenchImages: Sendable {
    /// The named paths, as text; the sample faces if there are none.
    let sources: [String]
    /// The files.
    let files: [InputPath]

    private let reader = InputReader(maxBytes: DecodeLimits.commandLine.maxFileBytes)

    /// Lists the pictures.
    ///
    /// - Parameters:
    ///   - paths: Files and folders; empty for the sample faces.
    ///   - executable: The running program; the sample faces installed with it take precedence.
    ///   - package: The folder of the package from which the program was built.
    /// - Throws: ``CommandError`` that names a missing path, an unreadable folder or a folder
    ///   without pictures.
    init(
        _ paths: [InputPath], executable: String = Executable.path,
        package: String = ModelDirectory.packagePathAtBuild
    ) throws(CommandError) {
        let prefix = executable.split(separator: "/").dropLast(2).joined(separator: "/")
        let installed = InputPath("/" + prefix + "/share/facialfun/SampleFaces")
        let folders = [installed, InputPath(package + "/SampleFaces")]
        let found = folders.first { folder in
            if case .success = InputWalker.status(of: folder, followingLinks: true) {
                true
            } else {
                false
            }
        }
        if paths.isEmpty, found == nil {
            throw CommandError(
                code: .unfitInput,
                message: """
                    Cannot find the sample faces in \(folders[0].display) or in \
                    \(folders[1].display), the package that this program was built from. Give \
                    pictures or a folder of pictures.
                    """)
        }
        let samples = found ?? folders[1]
        let named = paths.isEmpty ? [samples] : paths
        var files: [InputPath] = []
        for path in named {
            let found = try Self.pictures(of: path)
            if found.isEmpty {
                throw CommandError(
                    code: .unfitInput,
                    message:
                        "\(path.display) contains no picture. Use a folder with JPEG or PNG files.")
            }
            files += found
        }
        sources = named.map(\.text)
        self.files = files
    }

    /// The bytes of a picture.
    ///
    /// - Throws: ``CommandError`` with the file and the reason why it cannot be read.
    func bytes(of file: InputPath) throws(CommandError) -> [UInt8] {
        do throws(CommandError) {
            return try reader.read(.file(file))
        } catch {
            throw Self.error(error, file)
        }
    }

    private static func pictures(of path: InputPath) throws(CommandError) -> [InputPath] {
        var walker = InputWalker(followsLinksOut: true)
        walker.add(path)
        var files: [InputPath] = []
        for item in walker.items {
            if case .failed(let path, let failure) = item { throw error(failure, path) }
            files.append(item.path)
        }
        return files
    }

    private static func error(_ error: CommandError, _ path: InputPath) -> CommandError {
        CommandError(code: .unfitInput, message: "\(path.display): \(error.message)")
    }
}
