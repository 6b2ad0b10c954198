import Foundation

/// Runs the built program through a shell in a separate process, as a user does.
package struct Program {
    package typealias Result = Shell.Result

    /// The folder of the package.
    package static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The program in the folder of the test bundle.
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
    ///   - folder: The working directory; nil for the package.
    ///   - variables: Further environment variables.
    /// - Returns: The exit status and output. A script that takes more than five minutes is killed,
    ///   with status 124.
    /// - Throws: If the shell cannot be started or its output cannot be read.
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
