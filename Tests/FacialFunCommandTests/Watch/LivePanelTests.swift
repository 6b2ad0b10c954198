import FacialFun
import FacialFunWire
import Testing

@testable import CommandSupport
@testable import FacialFunCommand

/// The panel of `watch` in small terminals.
struct LivePanelTests {
    private let style = TerminalStyle(colors: false, unicode: true)

    @Test(
        "each line has two emotions even in a narrow terminal",
        arguments: [35, 40, 50, 64, 80, 200])
    func narrow(columns: Int) {
        let face = SampleReports.face
        let table = TableWriter(style: style)
        var shown: [String] = []
        for row in 0..<4 {
            let line = table.scoreLine(of: face, row: row, columns: columns)
            #expect(line.count < columns, "\(line)")
            shown += Emotion.allCases.map(\.rawValue).filter { line.contains($0) }
        }
        #expect(Set(shown) == Set(Emotion.allCases.map(\.rawValue)))
    }

    @Test("a model with its own classes takes one more line if there is room")
    func classes() {
        let (plain, own) = (
            LivePanel(plan: nil, style: style), LivePanel(plan: nil, style: style, hasClasses: true)
        )
        for rows in 8...30 {
            let lines = own.lines(CaptureCounters(), size: (40, rows)).count
            #expect(lines < rows)
            #expect(lines == min(rows - 1, plain.lines(CaptureCounters()).count + 1))
        }
        var face = SampleReports.face
        face.classes = ClassScores(
            names: ["calm", "in pain", "tense"], values: [0.125, 0.5, 0.375])
        #expect(
            face.classes.map(TableWriter.ownClasses) == "own classes: in pain 0.500, tense 0.375")
    }

    @Test("a terminal with few rows shows all emotions, and the key to quit if there is room")
    func low() {
        for plan in [nil, AttemptPlan(target: .fear, level: .one)] {
            let panel = LivePanel(plan: plan, style: style)
            for rows in 8...30 {
                let lines = panel.lines(CaptureCounters(), size: (40, rows))
                #expect(lines.count < rows)
                #expect(lines.count >= min(rows - 1, plan == nil ? 8 : 11))
            }
            #expect(panel.lines(CaptureCounters()).last?.contains("Ctrl-C") == true)
        }
    }
}
