import FamilyText
import Foundation
import OutboundHTTP

/// The kind of a playlist item.
enum ItemKind: String, Codable, Sendable {
    case song, video, picture
}

/// Facts about the target of a link.
struct LinkFacts: Equatable, Sendable {
    var name: String
    var kind: ItemKind
    var host: String
    var seconds: Double?
    /// A playlist that the link leads to.
    var playlist: PlaylistFile?
}

/// Determines facts about a link: from the address alone, or from its host if the family allows
/// contacting it (oEmbed).
struct MediaLinks: Sendable {
    let client: OutboundClient

    /// oEmbed endpoints (oembed.com) by domain.
    private static let endpoints = [
        "youtube.com": "https://www.youtube.com/oembed",
        "youtu.be": "https://www.youtube.com/oembed",
        "vimeo.com": "https://vimeo.com/api/oembed.json",
        "soundcloud.com": "https://soundcloud.com/oembed",
        "spotify.com": "https://open.spotify.com/oembed",
        "dailymotion.com": "https://www.dailymotion.com/services/oembed",
        "flickr.com": "https://www.flickr.com/services/oembed/",
    ]
    private static let endings: [ItemKind: Set<String>] = [
        .song: ["mp3", "m4a", "aac", "ogg", "oga", "opus", "flac", "wav"],
        .video: ["mp4", "m4v", "webm", "mkv", "mov", "ogv"],
        .picture: ["jpg", "jpeg", "png", "webp", "gif", "avif"],
    ]
    private static let videoHosts = ["youtube.com", "youtu.be", "vimeo.com", "dailymotion.com"]

    /// Facts from the address alone; no server is contacted.
    static func facts(of url: OutboundURL) -> LinkFacts {
        let file = url.path.split(separator: "/").last.map(String.init) ?? ""
        let ending = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
        var kind = videoHosts.contains { isHost(url.host, of: $0) } ? ItemKind.video : .song
        for (other, endings) in endings where endings.contains(ending) { kind = other }
        let name = (file.removingPercentEncoding ?? file).replacingOccurrences(of: "_", with: " ")
        return LinkFacts(
            name: PlaylistFile.line(file.contains(".") ? name : "", or: url.host), kind: kind,
            host: url.host)
    }

    /// Whether a host is a domain or one of its subdomains.
    static func isHost(_ host: String, of domain: String) -> Bool {
        host == domain || host.hasSuffix(".\(domain)")
    }

    /// The facts that the host reports if it is one of `allowed`; otherwise those from the address.
    ///
    /// - Throws: ``PlaylistProblem`` with `file_not_found` if the host has nothing at the address,
    ///   and `bad_playlist` and others for playlists that cannot be read.
    func facts(
        of url: OutboundURL, allowed: [String]
    ) async throws(PlaylistProblem) -> LinkFacts {
        let plain = Self.facts(of: url)
        guard allowed.contains(where: { Self.isHost(url.host, of: $0) }) else { return plain }
        if let endpoint = Self.endpoints.first(where: { Self.isHost(url.host, of: $0.key) }) {
            return try await embedded(url, endpoint: endpoint.value, allowed: allowed, plain)
        }
        return try await fetched(url, plain)
    }

    /// The used part of an oEmbed response.
    ///
    /// Its HTML is never used.
    private struct Embedding: Decodable {
        var type: String?
        var title: String?
        var author_name: String?
        var duration: Double?
    }

    private func embedded(
        _ url: OutboundURL, endpoint: String, allowed: [String], _ plain: LinkFacts
    ) async throws(PlaylistProblem) -> LinkFacts {
        var components = URLComponents(string: endpoint)
        components?.queryItems = [
            URLQueryItem(name: "format", value: "json"),
            URLQueryItem(name: "url", value: url.description),
        ]
        guard let address = components?.string, let request = try? OutboundURL(address),
            allowed.contains(where: { Self.isHost(request.host, of: $0) })
        else { return plain }
        let response = try await get(request)
        guard !CombiningMarks.mayBeHidden(in: response.body),
            let found = try? JSONDecoder().decode(Embedding.self, from: Data(response.body))
        else { return plain }
        var facts = plain
        facts.name = PlaylistFile.line(found.title ?? "", or: plain.name)
        facts.seconds = found.duration.flatMap { $0 > 0 && $0 < 1_000_000 ? $0 : nil }
        switch found.type {
        case "photo": facts.kind = .picture
        case "video": facts.kind = .video
        case "rich": facts.kind = .song
        default: break
        }
        return facts
    }

    private func fetched(
        _ url: OutboundURL, _ plain: LinkFacts
    ) async throws(PlaylistProblem) -> LinkFacts {
        let isPlaylist = ["xspf", "m3u8", "m3u", "jspf"].contains {
            url.path.lowercased().hasSuffix(".\($0)")
        }
        let response = try await get(url, method: isPlaylist ? "GET" : "HEAD")
        var facts = plain
        if isPlaylist {
            facts.playlist = try PlaylistFile(response.body)
            return facts
        }
        let type = response.header("Content-Type") ?? ""
        for (prefix, kind) in [
            ("audio/", ItemKind.song), ("video/", .video), ("image/", .picture),
        ] where type.hasPrefix(prefix) { facts.kind = kind }
        return facts
    }

    private func get(
        _ url: OutboundURL, method: String = "GET"
    ) async throws(PlaylistProblem) -> OutboundResponse {
        var request = OutboundRequest(method, url: url)
        request.limits.bytes = PlaylistFile.maximumBytes
        request.limits.time = .seconds(8)
        request.limits.redirects = 3
        let response: OutboundResponse
        do { response = try await client.send(request) } catch {
            throw PlaylistProblem(.fileNotFound, "File not found. \(error.message)")
        }
        guard (200...299).contains(response.status) else {
            throw PlaylistProblem(
                .fileNotFound, "File not found. \(url.host) has nothing at this address.")
        }
        return response
    }
}
