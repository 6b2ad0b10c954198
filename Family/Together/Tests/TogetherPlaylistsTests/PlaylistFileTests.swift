import Foundation
import OutboundHTTP
import Testing

@testable import TogetherPlaylists

@Suite struct PlaylistFileTests {
    private let file = PlaylistFile(
        name: "Car & \"sea\" <3", details: "For the trip",
        tracks: [
            .init(name: "Song, one", address: "https://example.org/a.mp3?x=1&y=2", seconds: 185),
            .init(name: "Bild ä", address: "https://example.org/b.jpg", seconds: nil),
        ])

    @Test(arguments: PlaylistFile.Format.allCases)
    func writtenFilesCanBeRead(format: PlaylistFile.Format) throws {
        var expected = file
        // M3U8 has no description.
        if format == .m3u8 { expected.details = "" }
        #expect(try PlaylistFile(Array(try file.written(as: format).utf8)) == expected)
    }

    @Test func namesCannotEndALine() throws {
        var hostile = file
        hostile.tracks[0].name = "One\nhttps://evil.test/\r#EXTINF:1,x"
        hostile.name = "List\n#EXTM3U"
        let text = try hostile.written(as: .m3u8)
        #expect(text.split(separator: "\n").count == 6)
        #expect(try PlaylistFile(Array(text.utf8)).tracks.count == 2)
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "/music/a.mp3", "a.mp3",
        "ftp://example.org/a.mp3", "https://ada:secret@example.org/a.mp3",
        "javascript://%0aalert(1)",
    ])
    func fileWithNonWebAddressesIsRejected(address: String) {
        let texts = [
            "#EXTM3U\n\(address)\n",
            #"{"playlist": {"track": [{"location": ["\#(address)"]}]}}"#,
            """
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track>
            <location>\(address)</location></track></trackList></playlist>
            """,
        ]
        for text in texts {
            #expect(throws: PlaylistProblem.self, "\(text)") { try PlaylistFile(Array(text.utf8)) }
        }
    }

    @Test(arguments: [
        "", "hello", "<html/>", "<playlist/>", "{}", #"{"playlist": {}}"#, "[]",
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\nhttps://example.org/1.ts\n",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><playlist/>",
        #"{"playlist": {"track": [{"title": "no address"}]}}"#,
    ])
    func filesOfOtherFormatsAreRejected(text: String) {
        #expect(throws: PlaylistProblem.self) { try PlaylistFile(Array(text.utf8)) }
    }

    @Test func sizeIsLimited() {
        let many = "#EXTM3U\n" + String(repeating: "https://example.org/a\n", count: 1001)
        #expect(throws: PlaylistProblem.self) { try PlaylistFile(Array(many.utf8)) }
        let large = [UInt8](repeating: UInt8(ascii: " "), count: 1_000_001)
        #expect(throws: PlaylistProblem.self) { try PlaylistFile(large) }
        #expect(throws: PlaylistProblem.self) { try PlaylistFile([0xFF, 0xFE]) }
    }

    /// Comparing a run of marks takes quadratic time; for these it would take minutes.
    @Test func runsOfMarksInAnyEncodingAreRefusedAtOnce() throws {
        let title = "a" + String(repeating: "\u{0301}\u{0327}", count: 100_000)
        let text = #"{"playlist": {"\#(title)": 1, "track": []}}"#
        for encoding in [
            String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian,
        ] {
            let bytes = Array(try #require(text.data(using: encoding)).prefix(1_000_000))
            let seconds = ContinuousClock().measure {
                #expect(throws: PlaylistProblem.self) { try PlaylistFile(bytes) }
            }
            #expect(seconds < .seconds(5), "\(encoding)")
        }
    }

    @Test func unusualFilesAreRead() throws {
        let text =
            "\u{FEFF}#EXTM3U\r\n\r\n#EXTINF:12.5 tvg-id=\"x\",One\r\nhttp://example.org/a\r\n# note\r\nhttps://b.test\r\n"
        let file = try PlaylistFile(Array(text.utf8))
        #expect(file.tracks.map(\.name) == ["One", "b.test"])
        #expect(file.tracks.map(\.seconds) == [12.5, nil])
        #expect(file.tracks.map(\.address) == ["http://example.org/a", "https://b.test/"])
    }
}

@Suite struct MediaLinksTests {
    @Test(arguments: [
        ("https://www.youtube.com/watch?v=1", ItemKind.video, "www.youtube.com"),
        ("https://notyoutube.com/watch?v=1", .song, "notyoutube.com"),
        ("https://example.org/holiday_2026.JPG", .picture, "holiday 2026.JPG"),
        ("https://example.org/a%20song.mp3", .song, "a song.mp3"),
        ("https://example.org/", .song, "example.org"),
    ])
    func kindAndNameAreDerivedFromTheAddress(address: String, kind: ItemKind, name: String) throws {
        let facts = MediaLinks.facts(of: try OutboundURL(address))
        #expect(facts.kind == kind)
        #expect(facts.name == name)
    }

    @Test func hostsThatAreNotAllowedAreNotContacted() async throws {
        let client = OutboundClient(resolve: { host, _ in
            Issue.record("\(host) was looked up")
            throw CancellationError()
        })
        let url = try OutboundURL("https://www.youtube.com/watch?v=1")
        for allowed in [[], ["example.org"], ["tube.com"]] {
            let facts = try await MediaLinks(client: client).facts(of: url, allowed: allowed)
            #expect(facts.name == "www.youtube.com")
        }
    }
}
