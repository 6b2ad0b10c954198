import CFacialFun
import Films

/// A program or library that is not needed, and reads what else is not read: films, WebP, HEIC.
package struct OptionalReader: Hashable, Sendable {
    /// Kind of reader.
    package enum Kind: String, Sendable { case program, library }

    /// Its name.
    package let name: String
    /// Kind of reader.
    package let kind: Kind
    /// Formats that it reads, for people.
    package let reads: String
    /// Debian's package of what it wants: of itself, or of what it lacks.
    package let package: String
    /// Its version; nil where it is not installed.
    package let version: String?
    /// The path of a program's file; nil for a library, and where it is not installed.
    package let path: String?
    /// Problem and remedy; nil if the reader works.
    package let problem: String?

    /// All there are, as they are installed here.
    ///
    /// - Parameter searchPath: Where programs are looked for, as `PATH` has it.
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
                "\(program.path) does not say its version: apt-get install --reinstall ffmpeg"
            default: nil
            }
        return OptionalReader(
            name: FilmReader.programName, kind: .program, reads: "films", package: "ffmpeg",
            version: version, path: found?.path, problem: problem)
    }

    /// Status of a library.
    ///
    /// - Parameters:
    ///   - format: What it reads.
    ///   - version: As 0xMMmmpp; 0 where it is not installed.
    ///   - decodes: Whether it has what it needs to decode.
    /// - Returns: How it is installed.
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
                "without a decoder for HEVC: apt-get install \(package)"
            } else {
                nil
            }
        return OptionalReader(
            name: name, kind: .library, reads: format.name, package: package,
            version: version == 0 ? nil : numbers.joined(separator: "."), path: nil,
            problem: problem)
    }
}
