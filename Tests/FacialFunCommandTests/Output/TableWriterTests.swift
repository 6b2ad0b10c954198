import FacialFunWire
import Testing

@testable import CommandSupport
@testable import FacialFunCommand

struct TableWriterTests {
    private let plain = TerminalStyle(colors: false, unicode: false)

    private func text(_ outcome: InputOutcome, style: TerminalStyle) -> String {
        var writer = TableWriter(style: style)
        return writer.text(of: outcome, path: InputPath(outcome.path))
    }

    @Test("a face has a bar for each emotion, within 80 columns")
    func face() {
        let text = text(.scored(SampleReports.report()), style: plain)
        #expect(
            text == """
                a.jpg  640x480  jpeg  1 face  8 ms
                  face 1  happiness  80x82 px at 12,-4  confidence 0.99
                    neutral    0.050 #                  anger      0.050 #
                    happiness  0.600 ##########         disgust    0.050 #
                    surprise   0.100 ##                 fear       0.050 #
                    sadness    0.050 #                  contempt   0.050 #


                """)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("a model's own classes have their own line, the highest first, within 80 columns")
    func ownClasses() {
        var face = SampleReports.face
        let names = ["afraid", "at ease", "in pain", "puzzled", "surprised by a sound", "tired"]
        face.classes = ClassScores(names: names, values: [0.05, 0.1, 0.6, 0.05, 0.15, 0.05])
        let shown = text(.scored(SampleReports.report(faces: [face])), style: plain)
        let lines = shown.split(separator: "\n")
        #expect(
            lines[2]
                == "    own classes:  in pain 0.600  surprised by a sound 0.150  at ease 0.100")
        #expect(lines[3] == "                  afraid 0.050  puzzled 0.050  tired 0.050")
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test("an unjudgeable face has its reason and still its scores")
    func refused() {
        var face = SampleReports.face
        face.reasons = [.tooDark, .turnedAway]
        let shown = text(.scored(SampleReports.report(faces: [face])), style: plain)
        let lines = shown.split(separator: "\n")
        #expect(lines[2] == "    cannot be judged: too dark, turned away")
        let judged = text(.scored(SampleReports.report()), style: plain).split(separator: "\n")
        #expect(lines.filter { !$0.contains("judged") } == judged)
    }

    @Test("a picture without a face and a failure take a line each")
    func short() {
        #expect(
            text(.scored(SampleReports.report(faces: [])), style: plain)
                == "a.jpg  640x480  jpeg  no face  8 ms\n\n")
        #expect(
            text(.failed(SampleReports.failure()), style: plain)
                == "b.jpg  not scored: truncated\n\n")
    }

    @Test("bars are finer with Unicode")
    func bars() {
        #expect(TextBar.text(0, length: 16, unicode: true) == "")
        #expect(TextBar.text(1, length: 4, unicode: true) == "████")
        #expect(TextBar.text(0.5 + 1.0 / 32, length: 4, unicode: true) == "██▏")
        #expect(TextBar.text(2, length: 4, unicode: false) == "####")
        #expect(TextBar.text(-1, length: 4, unicode: false) == "")
    }

    @Test("a film is summarized at its end: a block for each person, none for a frame")
    func film() {
        var writer = TableWriter(style: plain)
        let path = InputPath("clip.mp4")
        for number in 1...40 {
            var faces = [SampleReports.face]
            faces[0].person = 1
            if number > 30 { faces[0].reasons = [.tooDark] }
            if number < 3 {
                faces.append(SampleReports.face)
                faces[1].person = 2
            }
            var report = SampleReports.report(path: "clip.mp4", faces: faces)
            report.image.format = "film"
            (report.frame, report.time) = (number, Double(number - 1) / 10)
            #expect(writer.text(of: .scored(report), path: path) == "")
        }
        #expect(
            writer.text(atEndOf: path) == """
                clip.mp4  40 frames  4.0 s  1 person
                  person 1  happiness in 100 % of 30 judged frames  seen 0.0 to 4.0 s
                    neutral    0.050 #                  anger      0.050 #
                    happiness  0.600 ##########         disgust    0.050 #
                    surprise   0.100 ##                 fear       0.050 #
                    sadness    0.050 #                  contempt   0.050 #
                  1 more seen in fewer than 3 frames


                """)
        // The next film starts empty.
        #expect(writer.text(atEndOf: path) == "")
    }

    @Test("the gaze has its own line")
    func gaze() {
        var face = SampleReports.face
        let eye = Gaze.Direction(yaw: 12.34, pitch: -3)
        face.gaze = Gaze(right: eye, left: eye)
        #expect(
            text(.scored(SampleReports.report(faces: [face])), style: plain)
                .hasSuffix("    gaze  yaw 12.3, pitch -3.0 degrees\n\n"))
    }

    @Test("colors do not change the text")
    func colors() {
        let style = TerminalStyle(colors: true, unicode: false)
        for outcome in [
            InputOutcome.scored(SampleReports.report()), .failed(SampleReports.failure()),
        ] {
            let coloured = text(outcome, style: style)
            #expect(coloured.contains("\u{1B}["))
            #expect(coloured.replacing(#/\u{1B}\[\d+m/#, with: "") == text(outcome, style: plain))
        }
    }

    @Test("a path can neither control the terminal nor break the line")
    func hostilePath() {
        let text = text(.failed(SampleReports.failure(path: "a\n\u{1B}[2J.jpg")), style: plain)
        #expect(text == #"a\n\u{001B}[2J.jpg  not scored: truncated"# + "\n\n")
    }

    @Test("the last line summarizes the run")
    func closing() {
        var tally = OutcomeCounts()
        tally.count(.scored(SampleReports.report()))
        #expect(
            TableWriter(style: plain).closing(tally)
                == "1 image, 1 face; operating point photograph\n")
        tally.count(.scored(SampleReports.report(faces: [])))
        tally.count(.failed(SampleReports.failure()))
        #expect(
            TableWriter(style: plain).closing(tally)
                == "2 images, 1 face, 1 without a face, 1 not scored; operating point photograph\n")
    }
}
