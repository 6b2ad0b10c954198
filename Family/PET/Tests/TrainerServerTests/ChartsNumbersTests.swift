import FacialFunWire
import Testing
import TrainerRules

@testable import TrainerServer

@Suite("Numbers in charts of the review")
struct ChartsNumbersTests {
    private func texts(_ chart: Chart) throws -> [String] {
        try ChartReader.elements(of: chart.svg).filter { $0.name == "text" }.map(\.text)
    }

    private func about(_ chart: Chart) throws -> String {
        try #require(try ChartReader.elements(of: chart.svg).first { $0.name == "desc" }).text
    }

    /// The widths and heights of filled shapes, without the parts of patterns.
    private func rectangles(_ chart: Chart, fill: String) throws -> [(
        width: Double, height: Double
    )] {
        try ChartReader.elements(of: chart.svg).filter {
            $0.name == "rect" && $0.attributes["x"] != nil
                && $0.attributes["fill"]?.contains(fill) == true
        }.map { ($0.number("width") ?? 0, $0.number("height") ?? 0) }
    }

    @Test(
        "The chart of answers has a bar for each emotion in teaching order, with the shares as widths"
    )
    func answers() throws {
        let totals: [Emotion: AnswerTotals] = [
            .fear: AnswerTotals([chartRow(1, .fear, asked: 10, first: 2, later: 5)]),
            .happiness: AnswerTotals([chartRow(1, .happiness, asked: 8, first: 8)]),
            .anger: AnswerTotals(),
        ]
        let chart = try #require(AnswersChart.chart(totals, words: chartWords))
        #expect(
            chart.table.rows == [
                ["happiness", "8", "8", "0", "0", "100%"], ["fear", "10", "2", "5", "3", "20%"],
            ])
        #expect(try about(chart) == "happiness: 8, 0, 0 of 8. fear: 2, 5, 3 of 10.")
        // The first bar of each color is the key of the legend.
        let whole = try rectangles(chart, fill: "--right,").dropFirst().map(\.width)
        let later = try rectangles(chart, fill: "stripes").dropFirst().map(\.width)
        let never = try rectangles(chart, fill: "dots").dropFirst().map(\.width)
        let unit = (whole.first ?? 0) / 10
        #expect(whole.count == 2 && later.count == 1 && never.count == 1)
        #expect(abs((whole.last ?? 0) - 2 * unit) < 0.1)
        #expect(abs((later.first ?? 0) - 5 * unit) < 0.1)
        #expect(abs((never.first ?? 0) - 3 * unit) < 0.1)
        let shown = try texts(chart)
        #expect(["8", "2", "5", "3", "100%", "20%"].allSatisfy(shown.contains))
    }

    @Test("The chart of progress has a dot per day, or per week if there are many days")
    func progress() throws {
        let rows = [
            chartRow(20_770, .fear, asked: 4, first: 1),
            chartRow(20_779, .fear, asked: 12, first: 9),
        ]
        let chart = try #require(ProgressChart.chart(rows, words: chartWords))
        #expect(
            chart.table.rows == [
                ["fear", "13 Nov", "25%", "1 of 4"], ["fear", "22 Nov", "75%", "9 of 12"],
            ])
        #expect(try about(chart) == "fear: 25% on 13 Nov, 75% on 22 Nov.")
        let dots = try ChartReader.elements(of: chart.svg).filter {
            $0.name == "circle" && $0.number("cx") != nil
        }
        let lines = try ChartReader.elements(of: chart.svg).filter { $0.name == "line" }
            .compactMap { $0.number("y1") }
        let bottom = try #require(lines.max())
        let top = try #require(lines.min())
        #expect(
            dots.compactMap { $0.number("cy") } == [
                bottom - 0.25 * (bottom - top), bottom - 0.75 * (bottom - top),
            ])
        let long = rows + [chartRow(20_700, .fear, asked: 2, first: 2)]
        let weeks = try #require(ProgressChart.chart(long, words: chartWords))
        #expect(weeks.table.columns[1] == "chart.week" && weeks.table.rows.count == 3)
        #expect(weeks.table.rows.last?[1] == "16 Nov")
    }

    @Test("The figure of progress covers the latest ten answers, not a day with two")
    func latest() {
        let points = Timeline.answers(
            [
                chartRow(1, .fear, asked: 20, first: 0), chartRow(2, .fear, asked: 8, first: 6),
                chartRow(3, .fear, asked: 2, first: 0),
            ], by: .day)
        #expect(ProgressChart.latestShare(points) == 0.6)
        #expect(ProgressChart.latestShare([]) == nil)
    }

    @Test("The chart of confusions has a row for each shown face")
    func confusion() throws {
        let counts = [
            ConfusionCount(shown: .fear, chosen: .surprise, count: 9),
            ConfusionCount(shown: .fear, chosen: .fear, count: 11),
            ConfusionCount(shown: .happiness, chosen: .happiness, count: 20),
            ConfusionCount(shown: .happiness, chosen: .fear, count: 2),
        ]
        let chart = try #require(ConfusionChart.chart(counts, words: chartWords))
        #expect(chart.table.columns == ["chart.confusion.shown", "happiness", "surprise", "fear"])
        #expect(chart.table.rows == [["happiness", "20", "0", "2"], ["fear", "0", "9", "11"]])
        #expect(try about(chart) == "fear for surprise: 9 of 20.")
        let cells = try ChartReader.elements(of: chart.svg).filter { $0.name == "rect" }
        #expect(cells.count == 6)
        #expect(cells.count { $0.attributes["stroke-dasharray"] != nil } == 1)
        let alone = try #require(
            ConfusionChart.chart(Array(counts.dropFirst()), words: chartWords))
        #expect(try about(alone) == "chart.confusion.about_none")
        #expect(ConfusionChart.chart([], words: chartWords) == nil)
    }

    @Test("The chart of response times has bars of the means, labeled in seconds")
    func times() throws {
        let totals: [Emotion: AnswerTotals] = [
            .fear: AnswerTotals([chartRow(1, .fear, asked: 3, first: 0, seconds: 8)]),
            .happiness: AnswerTotals([chartRow(1, .happiness, asked: 5, first: 5, seconds: 2)]),
            .anger: AnswerTotals([chartRow(1, .anger, asked: 5, first: 5)]),
        ]
        let chart = try #require(ResponseTimesChart.chart(totals, words: chartWords))
        #expect(chart.table.rows == [["happiness", "2.0 s", "5"], ["fear", "8.0 s", "3"]])
        let widths = try rectangles(chart, fill: "--main").map(\.width)
        try #require(widths.count == 2)
        #expect(abs(widths[0] * 4 - widths[1]) < 0.5)
        #expect(try about(chart) == "happiness: 2.0 s. fear: 8.0 s.")
    }

    @Test(
        "The chart of play time has a bar per day, including days without play but no future ones")
    func play() throws {
        let spans = [
            SittingSpan(day: Day(20_777), milliseconds: 1_200_000),
            SittingSpan(day: Day(20_779), milliseconds: 20_000),
            SittingSpan(day: Day(20_780), milliseconds: 9_000_000),
        ]
        let chart = try #require(
            PlayTimeChart.chart(spans, today: Day(20_779), words: chartWords))
        #expect(
            chart.table.rows == [
                ["20 Nov", "20 min"], ["21 Nov", "0 min"], ["22 Nov", "<1 min"],
            ])
        let heights = try rectangles(chart, fill: "--main").map(\.height)
        #expect(heights == [180, 4])
        #expect(try about(chart) == "20 Nov: 20 min. 22 Nov: <1 min.")
    }

    @Test("The chart of play time shows the last weeks with play after a long absence")
    func playBeforeALongAbsence() throws {
        let spans = [SittingSpan(day: Day(20_000), milliseconds: 600_000)]
        let chart = try #require(
            PlayTimeChart.chart(spans, today: Day(20_779), words: chartWords))
        #expect(chart.table.rows.map { $0[1] } == ["10 min"])
    }

    @Test("Numbers in charts are rounded and have the decimal separator of the language")
    func numbers() {
        #expect(chartWords.seconds(4_249) == "4.2 s" && chartWords.seconds(4_250) == "4.3 s")
        #expect(chartWords.seconds(0) == "0.0 s" && chartWords.seconds(59_970) == "60.0 s")
        #expect(chartWords.minutes(0) == "0 min" && chartWords.minutes(1) == "<1 min")
        #expect(chartWords.minutes(29_999) == "<1 min" && chartWords.minutes(90_000) == "2 min")
        #expect(chartWords.percent(2.0 / 3) == "67%" && chartWords.percent(1) == "100%")
        #expect(Drawing.number(1.25) == "1.3" && Drawing.number(-0.04) == "0")
    }

    @Test("Texts of charts fill placeholders once: braces in a value stay unchanged")
    func places() {
        let words = ChartWords(["chart.x": "{a} and {b}{c}", "chart.y": "{a} {"])
        #expect(words("x", ["a": "{b}", "b": "1"]) == "{b} and 1{c}")
        #expect(words("y", ["a": "2"]) == "2 {")
    }
}
