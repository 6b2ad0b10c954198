import Emotions
import Testing

@testable import facialfun

@Suite struct TimelinePageTests {
    private func page(_ reports: [FailureReport]) -> String {
        var film = FilmTimeline(path: "Films/clip.mp4")
        for report in reports { film.add(report) }
        return TimelinePage(films: [film], model: nil).html
    }

    private func failure(time: Double? = nil) -> FailureReport {
        var report = FailureReport(
            path: "Films/clip.mp4",
            error: FailureReport.Reason(
                code: "film_reader_missing", message: "<ffmpeg> is missing."))
        report.time = time
        return report
    }

    @Test("of a film that was not read the page says so, and nothing about faces")
    func unread() {
        let text = page([failure()])
        #expect(text.contains("It could not be read. &lt;ffmpeg&gt; is missing."))
        #expect(!text.contains("No face was seen"))
        #expect(!text.contains("0 frames"))
    }

    @Test func framesThatCouldNotBeReadAreCounted() {
        #expect(page([failure(time: 0), failure(time: 1)]).contains("2 frames could not be read"))
    }
}
