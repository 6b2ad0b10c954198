import FacialFunWire
import Testing

@testable import CommandSupport
@testable import FacialFunCommand

struct CSVWriterTests {
    private func rows(_ outcome: InputOutcome) -> String {
        var writer = CSVWriter()
        return writer.text(of: outcome, path: InputPath(outcome.path))
    }

    @Test("a face is a row with a cell for each column")
    func face() {
        var prompted = SampleReports.face
        prompted.promptedScores = EmotionScores(
            SIMD8(0.05, 0.5, 0.1, 0.05, 0.05, 0.05, 0.1, 0.1))
        #expect(
            rows(.scored(SampleReports.report(faces: [prompted]))) == """
                a.jpg,640,480,1,12.25,-3.5,80.0,81.75,0.987654321,true,,happiness,\
                0.05,0.6,0.1,0.05,0.05,0.05,0.05,0.05,photograph,\
                0.05,0.5,0.1,0.05,0.05,0.05,0.1,0.1,\
                -3.0,2.0,0.5,1.0,0.4,0.5,0.01,0.02,0.35,0.02,0.01,0.99,\
                0.0,0.125,0.25,0.375,0.5,0.625,0.75,0.875,1.0,1.125,1.25,1.375,1.5,1.625,1.75,1.875,\
                2.0,2.125,2.25,2.375,emotion 1.0.0,,\r\n
                """)
        #expect(
            CSVWriter().opening() == """
                path,width,height,face,x,y,boxWidth,boxHeight,confidence,judgeable,reasons,top,\
                neutral,happiness,surprise,sadness,anger,disgust,fear,contempt,operatingPoint,\
                promptedNeutral,promptedHappiness,promptedSurprise,promptedSadness,promptedAnger,\
                promptedDisgust,promptedFear,promptedContempt,yaw,pitch,roll,visibleShare,sharpness,\
                meanLuma,darkShare,brightShare,contrast,mouthHidden,eyesHidden,meshPresence,\
                \(GeometricFeature.allCases.map(\.rawValue).joined(separator: ",")),\
                model,errorCode,errorMessage\r\n
                """)
    }

    @Test("a model's own classes have their columns in every row")
    func ownClasses() {
        var face = SampleReports.face
        face.classes = ClassScores(names: ["=calm", "tense"], values: [0.75, 0.25])
        var writer = CSVWriter(columns: CSVColumns(classes: ["=calm", "tense"]))
        #expect(writer.opening().hasSuffix(",errorMessage,topClass,class.=calm,class.tense\r\n"))
        let columns = writer.opening().split(separator: ",").count
        for (outcome, end) in [
            (InputOutcome.scored(SampleReports.report(faces: [face])), ",,,'=calm,0.75,0.25\r\n"),
            (.scored(SampleReports.report(faces: [])), "emotion 1.0.0,,,,,\r\n"),
            (.failed(SampleReports.failure()), "too early.\",,,\r\n"),
        ] {
            let row = writer.text(of: outcome, path: InputPath(outcome.path))
            #expect(row.hasSuffix(end), "\(row)")
            #expect(row.replacing("\"It ends, too", with: "").count { $0 == "," } == columns - 1)
        }
    }

    @Test("each face, each image without a face and each failure is a row")
    func counts() {
        let two = rows(
            .scored(SampleReports.report(faces: [SampleReports.face, SampleReports.face])))
        #expect(two.split(separator: "\r\n").count == 2)
        let blanks = String(repeating: ",", count: CSVColumns.face.count - 1)
        #expect(
            rows(.scored(SampleReports.report(faces: [])))
                == "a.jpg,640,480," + blanks + ",emotion 1.0.0,,\r\n")
        #expect(
            rows(.failed(SampleReports.failure()))
                == "b.jpg,,,\(blanks),,truncated,\"It ends, too early.\"\r\n")
    }

    @Test("movements are further columns on request, empty if missing")
    func movements() {
        var face = SampleReports.face
        face.movements = FaceMovements(
            values: FaceMovement.allCases.map { $0 == .jawOpen ? 0.75 : 0.125 })
        var writer = CSVWriter(columns: CSVColumns(movements: true))
        let names = FaceMovement.allCases.map(\.rawValue).joined(separator: ",")
        #expect(writer.opening().hasSuffix(",errorMessage,\(names)\r\n"))
        let commas = writer.opening().count { $0 == "," }
        let outcomes: [InputOutcome] = [
            .scored(SampleReports.report(faces: [face])), .scored(SampleReports.report()),
            .scored(SampleReports.report(faces: [])),
        ]
        for outcome in outcomes {
            let row = writer.text(of: outcome, path: InputPath(outcome.path))
            #expect(row.count { $0 == "," } == commas)
        }
        let first = writer.text(of: outcomes[0], path: InputPath("a.jpg"))
        #expect(first.contains(",0.125,0.75,0.125,"))
        #expect(writer.text(of: outcomes[1], path: InputPath("a.jpg")).hasSuffix(",,,\r\n"))
    }

    @Test("landmarks and gaze have their own columns: all x, all y, all z")
    func landmarks() {
        var face = SampleReports.face
        face.landmarks = FaceLandmarks(
            points: (0..<FaceLandmarks.count).map { SIMD3(Double($0), 0.126, -1) })
        face.gaze = Gaze(
            right: Gaze.Direction(yaw: 10, pitch: -4), left: Gaze.Direction(yaw: 20, pitch: -2))
        var writer = CSVWriter(columns: CSVColumns(films: true, landmarks: true))
        let names = writer.opening().dropLast(1).split(
            separator: ",", omittingEmptySubsequences: false)
        var blank = SampleReports.face
        blank.landmarks = face.landmarks
        for face in [face, blank] {
            let row = writer.text(
                of: .scored(SampleReports.report(faces: [face])), path: InputPath("a.jpg"))
            let cells = row.dropLast(1).split(separator: ",", omittingEmptySubsequences: false)
            #expect(cells.count == names.count)
            let table = Dictionary(zip(names, cells)) { first, _ in first }
            #expect(table["x_477"] == "477.0" && table["y_0"] == "0.13" && table["z_9"] == "-1.0")
            let gaze = ["gazeYaw", "gazePitch", "gazeYawRight", "gazePitchLeft"].map { table[$0] }
            #expect(
                gaze == (face.gaze == nil ? ["", "", "", ""] : ["15.0", "-3.0", "10.0", "-2.0"]))
        }
        let failed = writer.text(of: .failed(SampleReports.failure()), path: InputPath("b.jpg"))
        #expect(failed.hasSuffix(String(repeating: ",", count: 1440) + "\r\n"))
    }

    @Test("an unjudgeable face has its reasons in one cell")
    func refused() {
        var face = SampleReports.face
        face.reasons = [.tooDark, .turnedAway]
        #expect(
            rows(.scored(SampleReports.report(faces: [face])))
                .contains(",false,too_dark turned_away,happiness,"))
    }

    @Test("cells with commas, quotes or line breaks are quoted, with quotes doubled")
    func quoting() {
        #expect(
            CSVWriter.row(["a,b", "say \"x\"", "two\nlines", "\r", "plain"])
                == "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"\r\",plain\r\n")
    }

    @Test("a model's name that a spreadsheet would read as a formula becomes text")
    func modelFormula() {
        var report = SampleReports.report()
        report.model = ModelSummary(name: "=cmd()", version: "1")
        #expect(rows(.scored(report)).hasSuffix(",'=cmd() 1,,\r\n"))
        #expect(CSVWriter.text("emotion 1") == "emotion 1")
    }

    @Test(
        "a path that looks like a spreadsheet formula still names its file",
        arguments: [
            ("=1+1.jpg", "./=1+1.jpg"), ("@x.jpg", "./@x.jpg"), ("+1.jpg", "./+1.jpg"),
            ("-x.jpg", "./-x.jpg"), ("-", "-"), ("/=x.jpg", "/=x.jpg"), ("a=b.jpg", "a=b.jpg"),
        ])
    func formulas(path: String, expected: String) {
        #expect(CSVWriter.harmless(path) == expected)
    }
}
