import Foundation

/// Runs the built program as a person does: through a shell, in its own process.
package struct Program {
    package typealias Result = Shell.Result

    /// The folder of the package.
    package static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The program, which lies beside the tests.
    package static let path = Shell.products.appendingPathComponent("facialfun").path

    /// A portrait with one face.
    package static let portrait = package + "/SampleFaces/hopper.jpg"
    /// Another portrait with one face.
    package static let otherPortrait = package + "/SampleFaces/collins.jpg"

    /// Runs a script in bash.
    ///
    /// - Parameters:
    ///   - script: The script; `$F` is the program, `$PORTRAIT` and `$OTHER` are pictures with one
    ///     face each, `$S` the folder of the sample faces.
    ///   - folder: Where it runs; nil for the package.
    ///   - variables: Further environment variables.
    /// - Returns: What the shell said; a script that takes five minutes is ended with 124.
    /// - Throws: When there is no shell, or its output cannot be read.
    package static func shell(
        _ script: String, in folder: TemporaryFolder? = nil, variables: [String: String] = [:]
    ) throws -> Result {
        let pictures = [
            "S": package + "/SampleFaces", "PORTRAIT": portrait, "OTHER": otherPortrait,
        ]
        return try Shell.run(
            script, in: folder?.path ?? package, seconds: 300,
            variables: pictures.merging(variables) { $1 })
    }
}
