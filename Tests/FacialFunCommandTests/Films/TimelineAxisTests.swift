import Testing

@testable import FacialFunCommand

struct TimelineAxisTests {
    /// Centers and texts of the labels.
    private static func labels(_ axis: TimelineAxis) -> [(place: Double, text: Substring)] {
        axis.svg(top: 0, bottom: 10).matches(
            of: /<text class="tick" x="([0-9.]+)" y="[0-9.]+">([^<]+)</
        ).compactMap { match in Double(match.1).map { ($0, match.2) } }
    }

    @Test(
        "labels are not cut off at the edge and do not overlap",
        arguments: [0.05, 0.4, 1.4, 1.5, 10, 59.9, 60, 600, 3600, 36_000, 72_010])
    func labels(duration: Double) {
        let axis = TimelineAxis(chartWidth: 960, duration: duration)
        let labels = Self.labels(axis)
        #expect(labels.count == axis.ticks.count)
        #expect((2...11).contains(labels.count))
        // At a font size of 11 px, browsers draw characters 3.1 px (a point) to 7 px (a digit)
        // wide.
        func half(_ text: Substring) -> Double { Double(text.count) * 3.5 }
        for (label, next) in zip(labels, labels.dropFirst()) {
            #expect(label.place + half(label.text) < next.place - half(next.text))
        }
        for (label, tick) in zip(labels, axis.ticks) {
            #expect(label.place + half(label.text) <= 960)
            #expect(abs(label.place - axis.x(tick)) <= 20)
        }
    }

    @Test("a label with enough room is centered below its mark")
    func middle() {
        let axis = TimelineAxis(chartWidth: 960, duration: 1.45)
        let labels = Self.labels(axis)
        #expect(
            labels.dropLast().map(\.place)
                == axis.ticks.dropLast().map { tick in
                    (axis.x(tick) * 100).rounded() / 100
                })
        #expect(labels.last?.text == "1.4 s")
    }
}
