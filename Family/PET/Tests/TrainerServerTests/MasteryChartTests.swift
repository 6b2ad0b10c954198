import FacialFunWire
import Foundation
import Testing
import TrainerRules

@testable import TrainerServer

@Suite struct MasteryChartTests {
    private func cells(offered: Set<Skill>?) throws -> Int {
        let mastery = [
            Skill(.happiness, at: .standard(1)): Mastery([
                SittingTally(day: Day(20_000), sitting: 1, asked: 5, firstRight: 3)
            ])
        ]
        let chart = try #require(
            MasteryChart.chart(
                mastery, offered: offered, today: Day(20_001), words: ChartWords([:])))
        return chart.svg.components(separatedBy: "<rect").count - 1
    }

    @Test func anEmotionHasNoCellAtALevelWithoutIt() throws {
        let all = try cells(offered: nil)
        let two = try cells(offered: [
            Skill(.happiness, at: .standard(1)), Skill(.happiness, at: .standard(2)),
        ])
        #expect(all - two == 3)
    }

    @Test func aSkillThatWasPlayedHasACell() throws {
        #expect(try cells(offered: []) == cells(offered: nil) - 4)
    }
}
