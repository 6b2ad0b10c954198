import FacialFunWire
import Testing

@testable import FacialFunCommand

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

    @Test("who is seen once in a long film is counted and not charted", arguments: [29, 30])
    func passing(frames: Int) {
        var film = FilmTimeline(path: "clip.mp4")
        for number in 0..<frames {
            var faces = [SampleReports.face]
            faces[0].person = 1
            if number == 7 {
                faces.append(SampleReports.face)
                faces[1].person = 2
            }
            var report = SampleReports.report(faces: faces)
            report.time = Double(number) / 25
            film.add(report)
        }
        let text = TimelinePage(films: [film], model: nil).html
        #expect(text.contains("<h3>Person 1</h3>"))
        #expect(text.contains("<h3>Person 2</h3>") == (frames < 30))
        #expect(text.contains("Not shown: 1 person seen in fewer than 3 frames") == (frames >= 30))
    }

    @Test func framesThatCouldNotBeReadAreCounted() {
        #expect(page([failure(time: 0), failure(time: 1)]).contains("2 frames could not be read"))
    }
}
