import CFacialFun
import Films

/// An optional program or library for further formats: films, WebP, HEIC.
package struct OptionalReader: Hashable, Sendable {
    /// Kind of reader.
    package enum Kind: String, Sendable { case program, library }

    /// Its name.
    package let name: String
    /// Kind of reader.
    package let kind: Kind
    /// Formats that it reads, for people.
    package let reads: String
    /// The Debian package to install: its own, or that of a missing part.
    package let package: String
    /// Its version; nil if it is not installed.
    package let version: String?
    /// The path of a program's file; nil for a library, or if it is not installed.
    package let path: String?
    /// Problem and remedy; nil if the reader works.
    package let problem: String?

    /// All optional readers and their state on this machine.
    ///
    /// - Parameter searchPath: Folders in which programs are searched, like `PATH`.
    /// - Returns: ffmpeg, libwebp and libheif.
    package static func all(
        searchPath: String? = ExternalProgram.searchPath
    ) -> [OptionalReader] {
        var decodesHEIC: Int32 = 0
        let (webp, heif) = (facialfun_webp_version(), facialfun_heif_version(&decodesHEIC))
        return [
            ffmpeg(searchPath), library(.webp, version: webp, decodes: true),
            library(.heic, version: heif, decodes: decodesHEIC != 0),
        ]
    }

    private static func ffmpeg(_ searchPath: String?) -> OptionalReader {
        let found = ExternalProgram(named: FilmReader.programName, in: searchPath)
        let version = found.flatMap { FilmReader.version(of: $0) }
        let problem: String? =
            switch (found, version) {
            case (nil, _): "not installed: apt-get install ffmpeg"
            case (.some(let program), nil):
                "\(program.path) reports no version: apt-get install --reinstall ffmpeg"
            default: nil
            }
        return OptionalReader(
            name: FilmReader.programName, kind: .program, reads: "films", package: "ffmpeg",
            version: version, path: found?.path, problem: problem)
    }

    /// State of a library.
    ///
    /// - Parameters:
    ///   - format: The format that it decodes.
    ///   - version: As 0xMMmmpp; 0 if it is not installed.
    ///   - decodes: Whether it has a decoder.
    /// - Returns: The library's state.
    static func library(
        _ format: OptionalFormat, version: UInt32, decodes: Bool
    ) -> OptionalReader {
        let (name, own) = format.library
        let package = version == 0 || decodes ? own : "libheif-plugin-libde265"
        let numbers = [version >> 16, version >> 8 & 0xFF, version & 0xFF].map { "\($0)" }
        let problem: String? =
            if version == 0 {
                "not installed: apt-get install \(package)"
            } else if !decodes {
                "no decoder for HEVC: apt-get install \(package)"
            } else {
                nil
            }
        return OptionalReader(
            name: name, kind: .library, reads: format.name, package: package,
            version: version == 0 ? nil : numbers.joined(separator: "."), path: nil,
            problem: problem)
    }
}
