import FacialFunWire
import Foundation
import Testing
import TrainerRules

@testable import TrainerServer

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Short replacements of the texts, to search for.
let chartWords: ChartWords = {
    var texts = Dictionary(uniqueKeysWithValues: ChartWords.keys.map { ($0, $0) })
    for emotion in Emotion.allCases {
        texts["emotion.\(emotion.rawValue)"] = emotion.rawValue
    }
    texts["chart.answers.about"] = "{feeling}: {first}, {later}, {not_right} of {asked}."
    texts["chart.progress.about"] = "{feeling}: {from} on {first_date}, {to} on {last_date}."
    texts["chart.progress.of"] = "{first} of {asked}"
    texts["chart.confusion.about"] = "{shown} for {chosen}: {times} of {asked}."
    texts["chart.times.about"] = "{feeling}: {time}."
    texts["chart.play.about"] = "{date}: {time}."
    texts["chart.percent"] = "{value}%"
    texts["chart.seconds"] = "{value} s"
    texts["chart.minutes"] = "{value} min"
    texts["chart.decimal"] = "."
    texts["chart.date"] = "{day} {month}"
    texts["chart.month.11"] = "Nov"
    return ChartWords(texts)
}()

/// A day's row: asked, right at first, right later, and the mean time of a first answer.
func chartRow(
    _ day: Int, _ emotion: Emotion, asked: Int, first: Int, later: Int = 0, seconds: Int = 0
) -> EmotionDay {
    var row = EmotionDay(day: Day(day), emotion: emotion, level: .standard(1))
    row.asked = asked
    row.firstRight = first
    row.laterRight = later
    row.milliseconds = asked * seconds * 1_000
    row.answersTimed = seconds > 0 ? asked : 0
    return row
}

/// An element of a drawing.
struct ChartElement {
    var name: String
    var attributes: [String: String]
    var text = ""

    func number(_ attribute: String) -> Double? { attributes[attribute].flatMap(Double.init) }
}

/// Parses a drawing's elements strictly.
final class ChartReader: NSObject, XMLParserDelegate {
    private(set) var elements: [ChartElement] = []
    private var open: [Int] = []

    static func elements(of svg: String) throws -> [ChartElement] {
        let reader = ChartReader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "\(String(describing: parser.parserError)): \(svg)")
        return reader.elements
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(ChartElement(name: name, attributes: attributes))
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let last = open.last { elements[last].text += text }
    }
}

/// Charts of a player with some weeks of play.
func sampleCharts(words: ChartWords = chartWords) -> [Chart] {
    let emotions: [Emotion] = [.happiness, .fear, .neutral]
    return ReviewCharts.charts(
        emotionDays: (20_770...20_779).flatMap { day in
            emotions.map { chartRow(day, $0, asked: 4, first: 2, later: 1, seconds: 3) }
        },
        confusions: [
            ConfusionCount(shown: .fear, chosen: .surprise, count: 9),
            ConfusionCount(shown: .fear, chosen: .fear, count: 11),
            ConfusionCount(shown: .happiness, chosen: .happiness, count: 20),
        ],
        sittings: [SittingSpan(day: Day(20_775), milliseconds: 600_000)], today: Day(20_779),
        words: words)
}

@Suite("Charts of the review")
struct ChartsTests {
    @Test func `H2: The chart of faces shows how often camera and adult disagreed`() {
        #expect(FacesChart.chart([], words: chartWords) == nil)
        var happy = FaceDay(day: Day(1), emotion: .happiness, level: 1)
        (happy.matched, happy.seen, happy.triedOut, happy.hints) = (3, 1, 2, 4)
        var sad = FaceDay(day: Day(2), emotion: .sadness, level: 2)
        (sad.matched, sad.skipped) = (1, 1)
        let chart = FacesChart.chart([sad, happy], words: chartWords)
        #expect(
            chart?.table.rows == [
                ["happiness", "3", "1", "2", "0", "4"], ["sadness", "1", "0", "0", "1", "0"],
            ])
        #expect(chart?.note == "chart.faces.differed")
        happy.seen = 0
        #expect(FacesChart.chart([happy], words: chartWords)?.note == "chart.faces.agreed")
        (happy.matched, happy.triedOut) = (0, 1)
        #expect(FacesChart.chart([happy], words: chartWords)?.note == nil)
    }

    @Test("The review has a chart for each available figure (H2), and none without play (H3)")
    func availableCharts() {
        let none = ReviewCharts.charts(
            emotionDays: [], confusions: [], sittings: [], today: Day(1), words: chartWords)
        #expect(none.isEmpty)
        #expect(
            sampleCharts().map(\.id) == ["answers", "times", "progress", "confusion", "play-time"])
        let skipped = ReviewCharts.charts(
            emotionDays: [chartRow(1, .fear, asked: 1, first: 0)], confusions: [],
            sittings: [SittingSpan(day: Day(1), milliseconds: 0)], today: Day(1), words: chartWords)
        #expect(skipped.map(\.id) == ["answers", "progress"])
    }

    @Test(
        "Charts of the review have a title, a description and values as text, but no script or style"
    )
    func accessible() throws {
        var names: Set<String> = []
        for chart in sampleCharts() {
            let elements = try ChartReader.elements(of: chart.svg)
            let root = try #require(elements.first)
            #expect(root.name == "svg" && root.attributes["role"] == "img")
            let title = try #require(elements.first { $0.name == "title" })
            let about = try #require(elements.first { $0.name == "desc" })
            #expect(title.text == chart.title && !about.text.isEmpty)
            let ids = elements.compactMap { $0.attributes["id"] }
            #expect(
                root.attributes["aria-labelledby"]?.split(separator: " ").map(String.init)
                    == [title, about].compactMap { $0.attributes["id"] })
            for id in ids { #expect(names.insert(id).inserted, "duplicate id \(id)") }
            for element in elements {
                #expect(!["script", "style", "foreignObject", "image"].contains(element.name))
                #expect(element.attributes["style"] == nil)
                #expect(!element.attributes.keys.contains { $0.hasPrefix("on") })
                for paint in [element.attributes["fill"], element.attributes["stroke"]] {
                    guard let paint, paint.hasPrefix("url(#") else { continue }
                    #expect(ids.contains(String(paint.dropFirst(5).dropLast())))
                }
            }
            #expect(chart.table.rows.allSatisfy { $0.count == chart.table.columns.count })
            #expect(!chart.table.rows.isEmpty)
        }
    }

    @Test("Charts of the review use the colors of the theme, by default those of the light theme")
    func colors() throws {
        for chart in sampleCharts() {
            for element in try ChartReader.elements(of: chart.svg) {
                for name in ["fill", "stroke"] {
                    guard let paint = element.attributes[name] else { continue }
                    let isOfTheme =
                        paint.wholeMatch(of: /var\(--[a-z-]+, #[0-9a-f]{6}\)/) != nil
                    #expect(isOfTheme || paint == "none" || paint.hasPrefix("url(#"), "\(paint)")
                }
            }
        }
    }

    @Test("Charts of the review escape texts of the catalog")
    func escaping() throws {
        let nasty = "<script>alert('1')</script> & \"x\" \u{0}\u{1B}\u{202E}]]>"
        var texts = Dictionary(uniqueKeysWithValues: ChartWords.keys.map { ($0, nasty) })
        for emotion in Emotion.allCases { texts["emotion.\(emotion.rawValue)"] = nasty }
        texts["chart.answers.about"] = "{feeling} {nothing} {"
        for chart in sampleCharts(words: ChartWords(texts)) {
            let elements = try ChartReader.elements(of: chart.svg)
            #expect(!elements.contains { $0.name == "script" })
            #expect(elements.first { $0.name == "title" }?.text.contains("<script>alert") == true)
        }
    }

    @Test("Charts of the review use only the texts that they list")
    func keys() throws {
        let charts = sampleCharts(words: ChartWords([:]))
        let shown = try charts.flatMap { try ChartReader.elements(of: $0.svg).map(\.text) }
        let cells = charts.flatMap { $0.table.columns + $0.table.rows.flatMap(\.self) }
        let texts = (shown + cells).joined(separator: " ")
        let read = Set(
            texts.matches(of: /chart\.[a-z_.]*[a-z_]+(\.[0-9]+)?/).map { String($0.output.0) })
        #expect(read.count > 20)
        #expect(read.subtracting(ChartWords.keys).isEmpty, "\(read.subtracting(ChartWords.keys))")
    }

    @Test("Charts of the review stay within their frame for any counts")
    func extremes() throws {
        for asked in [1, 2, 1_000_000] {
            for first in Set([0, 1, asked]) {
                let charts = ReviewCharts.charts(
                    emotionDays: Emotion.allCases.flatMap { emotion in
                        [1, 20_000, 20_779].map {
                            chartRow($0, emotion, asked: asked, first: first, later: 1, seconds: 90)
                        }
                    },
                    confusions: Emotion.allCases.flatMap { shown in
                        Emotion.allCases.map {
                            ConfusionCount(shown: shown, chosen: $0, count: asked)
                        }
                    },
                    sittings: [1, 20_778, 20_779].map {
                        SittingSpan(day: Day($0), milliseconds: asked * 1_000)
                    }, today: Day(20_779), words: chartWords)
                #expect(charts.count == 5)
                for chart in charts { try expectWithinFrame(chart) }
            }
        }
    }

    private func expectWithinFrame(_ chart: Chart) throws {
        #expect(!chart.svg.contains("nan") && !chart.svg.contains("inf"))
        let elements = try ChartReader.elements(of: chart.svg)
        let box = try #require(elements.first?.attributes["viewBox"]).split(separator: " ")
            .compactMap { Double($0) }
        try #require(box.count == 4)
        for element in elements {
            let inPattern = element.number("x") == nil && element.number("cx") == nil
            guard !inPattern, element.name != "pattern" else { continue }
            let x = element.number("x") ?? element.number("cx") ?? 0
            let y = element.number("y") ?? element.number("cy") ?? 0
            #expect((0...box[2]).contains(x) && (0...box[3]).contains(y), "\(element)")
            #expect(x + (element.number("width") ?? 0) <= box[2] + 0.5, "\(element)")
            #expect(y + (element.number("height") ?? 0) <= box[3] + 0.5, "\(element)")
        }
    }
}
