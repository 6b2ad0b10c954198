import FacialFunWire
import Testing

@testable import FacialFunCommand

struct ChartNamesTests {
    @Test("each row of a chart has its name once, next to the scrolling rows")
    func namesAreNextToTheRows() throws {
        let chart = PersonChart(film: FilmTimeline(path: "clip.mp4"), person: 1, id: "one").svg
        let names = chart[..<(try #require(chart.firstRange(of: "<svg class=\"rows\"")).lowerBound)]
        for row in ["highest"] + Emotion.allCases.map(\.rawValue) {
            #expect(names.contains(">\(row)</text>"))
            #expect(chart.ranges(of: ">\(row)</text>").count == 1)
        }
    }

    @Test("the rows start where the names end")
    func viewBoxes() {
        #expect(ChartNames.svg([], height: 100).contains("viewBox=\"0 0 74.00 100.00\""))
        #expect(ChartNames.viewBoxOfRows(height: 100) == "74.00 0.00 886.00 100.00")
    }
}
