import Films
import Foundation
import TestSupport
import Testing

@testable import FacialFunCommand

/// Compares the limits of annotated films in SECURITY.md with those in the code.
struct AnnotatedFilmLimitsTests {
    private static func row(_ name: String) throws -> String {
        let page = try String(
            contentsOfFile: ModelsFolder.path + "/../SECURITY.md", encoding: .utf8)
        let line = page.split(separator: "\n").first { $0.hasPrefix("| \(name)") }
        return String(try #require(line, "SECURITY.md has no row \(name)"))
    }

    @Test("limits of an annotated film equal those in the code")
    func annotatedFilm() throws {
        let row = try Self.row("annotated film (`score --annotate FILE`)")
        for figure in [
            "no frame for \(Int(FilmWriter.maxSilence)) s",
            "\(FilmWriter.maxMemory >> 30) GiB of address space",
            "\(AnnotationLayout.maxEnlargedArea / 1_000_000) MP of a frame that is enlarged",
        ] {
            #expect(row.contains(figure), "\(figure) is not in \(row)")
        }
    }
}
