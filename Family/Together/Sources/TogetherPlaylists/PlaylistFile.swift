import BoundedXML
import FamilyText
import Foundation
import OutboundHTTP

/// A playlist as a file: XSPF, M3U8 or JSPF.
struct PlaylistFile: Equatable, Sendable {
    enum Format: String, CaseIterable, Sendable {
        case xspf, m3u8, jspf

        var mediaType: String {
            switch self {
            case .xspf: "application/xspf+xml"
            case .m3u8: "audio/x-mpegurl; charset=utf-8"
            case .jspf: "application/jspf+json"
            }
        }
    }

    struct Track: Equatable, Sendable {
        var name: String
        /// A canonical `http` or `https` address.
        var address: String
        var seconds: Double?
    }

    var name = ""
    var details = ""
    var tracks: [Track] = []

    static let maximumBytes = 1_000_000
    static let maximumTracks = 1000

    // MARK: - Reading

    /// Reads a file in any of the formats, detected from its beginning.
    ///
    /// Every track needs an `http` or `https` address. A file with other addresses, such as
    /// `javascript:` or local paths, is rejected.
    ///
    /// - Throws: ``PlaylistProblem`` with `too_large`, `unknown_format`, `bad_playlist`,
    ///   `bad_address`.
    init(_ bytes: [UInt8]) throws(PlaylistProblem) {
        guard bytes.count <= Self.maximumBytes else {
            throw PlaylistProblem(
                .tooLarge, "The playlist is larger than 1 MB. Split it into smaller ones.")
        }
        guard !CombiningMarks.isLimitExceeded(in: bytes, escaping: .json) else {
            throw PlaylistProblem(
                .badPlaylist, "A letter of the playlist has too many accents. Remove some.")
        }
        guard !CombiningMarks.mayBeHidden(in: bytes),
            var text = String(validating: bytes, as: UTF8.self)
        else {
            throw PlaylistProblem(
                .unknownFormat, "The playlist is not in UTF-8. Save it as XSPF, M3U8 or JSPF.")
        }
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        let start = text.drop(while: \.isWhitespace)
        if start.hasPrefix("<") {
            try self.init(xspf: bytes)
        } else if start.hasPrefix("{") {
            try self.init(jspf: Data(start.utf8))
        } else if start.hasPrefix("#EXTM3U") {
            try self.init(m3u8: start)
        } else {
            throw PlaylistProblem(
                .unknownFormat, "The file is not a playlist. Choose an XSPF, M3U8 or JSPF file.")
        }
    }

    init(name: String = "", details: String = "", tracks: [Track] = []) {
        self.name = name
        self.details = details
        self.tracks = tracks
    }

    private static let xspfNamespace = "http://xspf.org/ns/0/"

    private init(xspf bytes: [UInt8]) throws(PlaylistProblem) {
        let root: XMLNode
        do { root = try XMLReader.read(bytes) } catch {
            throw PlaylistProblem(.badPlaylist, "The XSPF file is damaged: \(error).")
        }
        guard root.name == "playlist", root.namespace == Self.xspfNamespace,
            let list = root.child("trackList", in: Self.xspfNamespace)
        else { throw PlaylistProblem(.badPlaylist, "The file is not an XSPF playlist.") }
        name = root.text(of: "title", in: Self.xspfNamespace) ?? ""
        details = root.text(of: "annotation", in: Self.xspfNamespace) ?? ""
        for track in list.children("track", in: Self.xspfNamespace) {
            try add(
                name: track.text(of: "title", in: Self.xspfNamespace),
                address: track.text(of: "location", in: Self.xspfNamespace),
                seconds: track.text(of: "duration", in: Self.xspfNamespace)
                    .flatMap(Double.init).map { $0 / 1000 })
        }
        trim()
    }

    /// JSPF: XSPF as JSON.
    private struct Jspf: Codable {
        struct Track: Codable {
            var title: String?
            var location: [String]?
            var duration: Double?
        }
        struct Playlist: Codable {
            var title: String?
            var annotation: String?
            var track: [Track]
        }
        var playlist: Playlist
    }

    private init(jspf data: Data) throws(PlaylistProblem) {
        let file: Jspf
        do { file = try JSONDecoder().decode(Jspf.self, from: data) } catch {
            throw PlaylistProblem(.badPlaylist, "The JSPF file is damaged or not a playlist.")
        }
        name = file.playlist.title ?? ""
        details = file.playlist.annotation ?? ""
        for track in file.playlist.track {
            try add(
                name: track.title, address: track.location?.first,
                seconds: track.duration.map { $0 / 1000 })
        }
        trim()
    }

    private init(m3u8 text: Substring) throws(PlaylistProblem) {
        var title: String?
        var seconds: Double?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("#EXTINF:") {
                let parts = line.dropFirst(8).split(separator: ",", maxSplits: 1)
                seconds = parts.first.flatMap { part in
                    Double(part.prefix { $0.isNumber || $0 == "." || $0 == "-" })
                }
                title = parts.count > 1 ? String(parts[1]) : nil
            } else if line.hasPrefix("#PLAYLIST:") {
                name = String(line.dropFirst(10))
            } else if line.hasPrefix("#EXT-X-") {
                throw PlaylistProblem(
                    .badPlaylist,
                    "The file describes one stream in pieces (HLS), not a playlist. Add its "
                        + "address "
                        + "as an item instead.")
            } else if !line.isEmpty, !line.hasPrefix("#") {
                try add(name: title, address: line, seconds: seconds)
                (title, seconds) = (nil, nil)
            }
        }
        trim()
    }

    private mutating func add(
        name: String?, address: String?, seconds: Double?
    ) throws(PlaylistProblem) {
        guard tracks.count < Self.maximumTracks else {
            throw PlaylistProblem(
                .tooLarge,
                "The playlist has more than \(Self.maximumTracks) items. Split it into smaller "
                    + "ones."
            )
        }
        let number = tracks.count + 1
        guard let address else {
            throw PlaylistProblem(.badAddress, "Item \(number) has no address.")
        }
        guard address.contains("://"), let url = try? OutboundURL(address) else {
            throw PlaylistProblem(
                .badAddress,
                "Item \(number) has the address \"\(address.prefix(100))\", which is not one of a "
                    + "website. Use addresses that begin with https://.")
        }
        let known = seconds.flatMap { $0 > 0 && $0 < 1_000_000 ? $0 : nil }
        tracks.append(
            Track(
                name: Self.line(name ?? "", or: url.host), address: url.description, seconds: known)
        )
    }

    private mutating func trim() {
        name = Self.line(name, or: "")
        details = String(details.prefix(10_000))
    }

    /// One line of at most 200 characters.
    static func line(_ text: String, or other: String) -> String {
        let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        return words.isEmpty ? other : String(words.prefix(200))
    }

    // MARK: - Writing

    func written(as format: Format) throws -> String {
        switch format {
        case .xspf: xspf
        case .m3u8: m3u8
        case .jspf: try jspf
        }
    }

    private var xspf: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<playlist version="1" xmlns="http://xspf.org/ns/0/">"#,
            "  <title>\(XMLText.escaped(name))</title>",
        ]
        if !details.isEmpty {
            lines.append("  <annotation>\(XMLText.escaped(details))</annotation>")
        }
        lines.append("  <trackList>")
        for track in tracks {
            lines += [
                "    <track>", "      <location>\(XMLText.escaped(track.address))</location>",
                "      <title>\(XMLText.escaped(track.name))</title>",
            ]
            if let seconds = track.seconds {
                lines.append("      <duration>\(Int((seconds * 1000).rounded()))</duration>")
            }
            lines.append("    </track>")
        }
        return (lines + ["  </trackList>", "</playlist>", ""]).joined(separator: "\n")
    }

    private var m3u8: String {
        var lines = ["#EXTM3U"]
        if !name.isEmpty { lines.append("#PLAYLIST:\(Self.line(name, or: ""))") }
        for track in tracks {
            let seconds = track.seconds.map { Int($0.rounded()) } ?? -1
            lines += ["#EXTINF:\(seconds),\(Self.line(track.name, or: ""))", track.address]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var jspf: String {
        get throws {
            let file = Jspf(
                playlist: .init(
                    title: name, annotation: details.isEmpty ? nil : details,
                    track: tracks.map {
                        .init(
                            title: $0.name, location: [$0.address],
                            duration: $0.seconds.map { ($0 * 1000).rounded() })
                    }))
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(file), as: UTF8.self) + "\n"
        }
    }
}
