import FacialFunWire
import Testing

@testable import CommandSupport
@testable import FacialFunCommand

struct ReportPageTests {
    private func face(
        _ emotion: Emotion, _ score: Float, reasons: [CannotJudgeReason] = [], width: Double = 80,
        confidence: Double = 0.9
    ) -> FaceReport {
        var values = SIMD8<Float>(repeating: (1 - score) / 7)
        values[emotion.index] = score
        var face = FaceReport(
            box: Box(x: 0, y: 0, width: width, height: width),
            keypoints: SampleReports.face.keypoints, confidence: confidence,
            rectangle: SampleReports.face.rectangle, reasons: reasons,
            quality: SampleReports.face.quality, features: nil, scores: EmotionScores(values))
        face.person = 1
        return face
    }

    private func page(
        _ reports: [ImageReport], failures: [FailureReport] = [], films: [FilmReport] = []
    ) -> String {
        var (figures, selection) = (ReportFigures(), ReportSelection())
        for report in reports {
            figures.add(report)
            selection.add(report, of: .file(InputPath(report.path)))
        }
        for failure in failures { figures.add(failure) }
        let pictures = Dictionary(
            selection.all.map { ($0, [UInt8](repeating: 1, count: 3)) }
        ) { first, _ in first }
        return ReportPage(
            title: "Photos", figures: figures, selection: selection, thumbnails: pictures,
            films: films, model: ModelSummary(name: "emotion", version: "1")
        ).html
    }

    @Test func customClassesHaveASection() {
        var own = face(.fear, 0.9)
        own.classes = ClassScores(names: ["<calm>", "tense"], values: [0.25, 0.75])
        let text = page([SampleReports.report(faces: [own]), SampleReports.report(faces: [own])])
        #expect(text.contains("<h2>Your own classes</h2>"))
        #expect(text.contains("&lt;calm&gt;") && text.contains("<td>0.750</td>"))
        #expect(!page([SampleReports.report()]).contains("Your own classes"))
    }

    @Test("figures count judgeable and unjudgeable pictures with their reasons")
    func figures() {
        var figures = ReportFigures()
        figures.add(
            SampleReports.report(
                path: "in/a.jpg",
                faces: [face(.fear, 0.93), face(.anger, 0.52, reasons: [.blurred, .tooDark])]))
        figures.add(SampleReports.report(path: "in/b.jpg", faces: []))
        figures.add(SampleReports.report(path: "other/c.jpg", faces: [face(.fear, 0.7)]))
        figures.add(SampleReports.failure())
        #expect(figures.all.images == 3 && figures.all.faces == 3 && figures.refused == 1)
        #expect(figures.withoutFace == 1 && figures.failed == 1)
        #expect(figures.all.tops[Emotion.fear.index] == 2 && figures.all.judged == 2)
        #expect(abs(figures.mean(.fear) - 0.815) < 1e-6)
        #expect(figures.reasons == [.blurred: 1, .tooDark: 1])
        #expect(figures.folders.map(\.path) == ["in", "other"])
        #expect(figures.folders[0].figures.faces == 2 && figures.folders[0].figures.judged == 1)
        #expect(figures.topScores.judged[18] == 1 && figures.topScores.refused[10] == 1)
    }

    @Test(
        "the surest per emotion, the closest scores and the largest rejected faces are selected"
    )
    func selection() {
        var selection = ReportSelection()
        for number in 0..<30 {
            let score = 0.5 + Float(number % 10) * 0.04
            selection.add(
                SampleReports.report(
                    path: "\(number).jpg",
                    faces: [
                        face(number < 20 ? .fear : .anger, score),
                        face(.anger, 0.3, reasons: [.tooDark], width: Double(number)),
                    ]), of: .file(InputPath("\(number).jpg")))
        }
        func names(_ entries: [ReportSelection.Entry]?) -> [String] {
            (entries ?? []).map(\.item.path.text)
        }
        #expect(names(selection.surest[.fear]) == ["9.jpg", "19.jpg", "8.jpg", "18.jpg"])
        #expect(names(selection.surest[.anger]) == ["29.jpg", "28.jpg", "27.jpg", "26.jpg"])
        #expect(names(selection.doubtful).prefix(4) == ["0.jpg", "10.jpg", "20.jpg", "1.jpg"])
        #expect(selection.doubtful.count == 16)
        #expect(names(selection.refused[.tooDark]) == ["29.jpg", "28.jpg", "27.jpg", "26.jpg"])
        #expect(selection.surest[.happiness] == nil && selection.refused[.blurred] == nil)
    }

    @Test("low-confidence detections are listed separately, not as certain or uncertain faces")
    func unlikelyDetections() {
        let reports = [
            SampleReports.report(
                path: "cell.jpg",
                faces: [face(.fear, 0.3, confidence: 0.69), face(.anger, 0.99, confidence: 0.7)]),
            SampleReports.report(path: "face.jpg", faces: [face(.fear, 0.4)]),
            SampleReports.report(
                path: "dark.jpg", faces: [face(.fear, 0.4, reasons: [.tooDark], confidence: 0.69)]),
        ]
        var selection = ReportSelection()
        for report in reports { selection.add(report, of: .file(InputPath(report.path))) }
        #expect(selection.doubtful.map(\.item.path.text) == ["face.jpg"])
        #expect(selection.surest[.anger] == nil && selection.surest[.fear]?.count == 1)
        #expect(selection.unlikely.map(\.caption) == ["confidence 0.69", "confidence 0.70"])
        #expect(selection.unlikely.map(\.index) == [0, 1] && selection.all.count == 5)
        #expect(page(reports).contains("<h2>Detections that may not be faces</h2>"))
        #expect(!page([reports[1]]).contains("may not be faces"))
    }

    @Test("the page needs no other file and escapes all names")
    func selfContained() {
        let text = page(
            [SampleReports.report(path: "in/<b>.jpg", faces: [face(.fear, 0.9)])],
            failures: [SampleReports.failure(path: "x\"y.jpg")])
        #expect(!text.contains("http") && !text.contains("<script") && !text.contains("<link"))
        #expect(text.contains("src=\"data:image/jpeg;base64,"))
        #expect(text.contains("&lt;b&gt;.jpg") && !text.contains("<b>.jpg"))
        #expect(text.contains("x&quot;y.jpg"))
        #expect(text.contains("prefers-color-scheme: dark") && text.contains("@media print"))
    }

    @Test("several folders are listed, people never")
    func folders() {
        let one = page([SampleReports.report(path: "in/a.jpg", faces: [face(.fear, 0.9)])])
        #expect(!one.contains("<h2>Folders</h2>"))
        let two = page([
            SampleReports.report(path: "in/a.jpg", faces: [face(.fear, 0.9)]),
            SampleReports.report(path: "other/deep/b.jpg", faces: [face(.fear, 0.8)]),
        ])
        #expect(two.contains("<h2>Folders</h2>") && two.contains(">other/<wbr>deep</th>"))
        #expect(!two.contains("person 1"))
    }

    @Test("a run without scored inputs still has a page")
    func nothing() {
        let text = page([], failures: [SampleReports.failure()])
        #expect(text.contains("<h2>Not scored</h2>") && text.contains("truncated"))
        #expect(text.contains("data-label=\"input\">1<"))
        #expect(!text.contains("<h2>Emotions</h2>"))
    }

    @Test("films have a table with links, and people with their highest scores")
    func films() {
        let films = ["one.mp4", "two & more.mp4"].map { path in
            var film = FilmReport(.film(InputPath(path)))
            for number in 1...3 {
                var report = SampleReports.report(path: path, faces: [face(.sadness, 0.7)])
                (report.frame, report.time) = (number, Double(number) / 10)
                film.add(.scored(report), nil)
            }
            return film
        }
        let text = page([], films: films)
        #expect(text.contains("<a href=\"#film2\">two &amp; more.mp4</a>"))
        #expect(text.contains("id=\"film2\""))
        #expect(text.contains("data-label=\"frames\">3<"))
        #expect(text.contains("data-label=\"person\">1<"))
        #expect(text.contains("sadness in 100 % of 3 judged frames"))
        #expect(!page([], films: [films[0]]).contains("#film1"))
    }
}
