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

    @Test("the page of a film that was not read has an error and no faces")
    func unread() {
        let text = page([failure()])
        #expect(text.contains("It could not be read. &lt;ffmpeg&gt; is missing."))
        #expect(!text.contains("No face was found"))
        #expect(!text.contains("0 frames"))
    }

    @Test("a person seen once in a long film is counted and not charted", arguments: [29, 30])
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

    /// A film of one person whose class changes from `calm` to `tense & <afraid>`.
    private func filmWithClasses() -> FilmTimeline {
        var film = FilmTimeline(path: "clip.mp4")
        for number in 0..<10 {
            var face = SampleReports.face
            face.person = 1
            let calm: Float = number < 7 ? 0.875 : 0.25
            face.classes = ClassScores(
                names: ["calm", "tense & <afraid>"], values: [calm, 1 - calm])
            var report = SampleReports.report(faces: [face])
            report.time = Double(number) / 10
            film.add(report)
        }
        return film
    }

    @Test func pageOfAModelWithCustomClassesShowsThemInsteadOfEmotions() {
        let film = filmWithClasses()
        let text = TimelinePage(films: [film], model: nil).html
        #expect(film.stretches(of: 1).map(\.label) == [0, 1])
        #expect(text.contains("<title>calm, 0 s to 0.7 s</title>"))
        #expect(text.contains(">calm</text>") && text.contains(">tense &amp; &lt;…</text>"))
        #expect(
            text.contains("<th>class</th>") && text.contains("<th>tense &amp; &lt;afraid&gt;</th>"))
        #expect(text.contains(".own0 { fill: #") && text.contains("class=\"own1 mark\""))
        for emotion in Emotion.allCases { #expect(!text.contains(">\(emotion.rawValue)<")) }
        let index = FilmIndex(films: [film]) { _ in "#" }.html
        #expect(index.contains("1: calm in 70 % of 10 judged frames"))
    }

    @Test func tableOfAFilmHasTheMeansOfItsClasses() throws {
        let person = try #require(filmWithClasses().summaries.first)
        #expect(person.top == "calm" && abs(person.share - 0.7) < 1e-9)
        #expect(abs((person.classMeans?[0] ?? 0) - 0.6875) < 1e-6)
        #expect(abs((person.means?[.happiness] ?? 0) - 0.6) < 1e-6)
    }

    @Test func chartOfManyClassesShowsTheEightHighest() {
        var film = FilmTimeline(path: "clip.mp4")
        var face = SampleReports.face
        face.person = 1
        let names = (10..<20).map { "class \($0)" }
        let values: [Float] = [0.01, 0.29, 0.2, 0.1, 0.1, 0.1, 0.09, 0.06, 0.04, 0.01]
        face.classes = ClassScores(names: names, values: values)
        var report = SampleReports.report(faces: [face])
        report.time = 0
        film.add(report)
        let chart = PersonChart(film: film, person: 1, id: "one").svg
        #expect(names.filter { chart.contains(">\($0)</text>") } == Array(names[1...8]))
    }

    @Test func unreadableFramesAreCounted() {
        #expect(page([failure(time: 0), failure(time: 1)]).contains("2 frames could not be read"))
    }
}
