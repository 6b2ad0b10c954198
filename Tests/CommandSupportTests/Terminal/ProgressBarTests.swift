import Testing

@testable import CommandSupport

struct ProgressBarTests {
    private func line(done: Int, columns: Int, seconds: Double = 10) -> String {
        ProgressBar.line(
            done: done, total: 200, seconds: seconds, columns: columns, unicode: false)
    }

    @Test("a half-finished run has half a bar, the rate and the remaining time")
    func half() {
        #expect(
            line(done: 100, columns: 80)
                == "[####################                    ] 100/200  10.0/s  0:10 left")
    }

    @Test("a long remaining time is printed in hours")
    func hours() {
        #expect(line(done: 1, columns: 80, seconds: 60).hasSuffix("3:19:00 left"))
    }

    @Test("without a terminal the figures are printed without a bar")
    func facts() {
        #expect(
            ProgressBar.facts(done: 1200, total: 10_000, seconds: 12)
                == "1200/10000  100.0/s  1:28 left")
        #expect(ProgressBar.facts(done: 10, total: 10, seconds: 4) == "10/10  2.5/s")
        #expect(ProgressBar.facts(done: 0, total: 10, seconds: 0) == "0/10  0.0/s")
    }

    @Test("the line is narrower than the terminal", arguments: [0, 1, 5, 20, 40, 80, 200])
    func width(columns: Int) {
        for done in [0, 1, 100, 200] {
            #expect(line(done: done, columns: columns).count <= max(columns - 1, 0))
        }
    }
}
