import Foundation
import Testing

@testable import TogetherRules

@Suite struct DueListTests {
    @Test func deadlineIsDueAtItsExactSecond() {
        var list = DueList()
        list.schedule("poll", at: 10)
        let result1 = list.take(at: 9)
        #expect(result1.isEmpty)
        let result2 = list.take(at: 10)
        #expect(result2 == ["poll"])
    }

    @Test func firedKeyIsRejectedUntilItsSubjectIsRemoved() {
        var list = DueList()
        list.schedule("poll", at: 10)
        let result3 = list.take(at: 10)
        #expect(result3 == ["poll"])
        let result4 = list.schedule("poll", at: 5)
        #expect(!result4)
        #expect(list.next == nil)
        list.remove("poll")
        let result5 = list.schedule("poll", at: 5)
        #expect(result5)
    }

    /// Between steps, the clock jumps in both directions, and the list is stored and reloaded.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func everyDeadlineFiresExactlyOnce(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var list = DueList()
        var due: [String: Int64] = [:]
        var fired: [String: Int] = [:]
        for step in 0..<200 {
            if Bool.random(using: &random) {
                let key = "\(Int.random(in: 0..<40, using: &random))"
                let moment = Int64.random(in: 0...1000, using: &random)
                if list.schedule(key, at: moment) {
                    #expect(fired[key] == nil)
                    due[key] = moment
                }
            }
            let now = Int64.random(in: 0...Int64(step * 5), using: &random)
            for key in list.take(at: now) {
                #expect(try #require(due[key]) <= now)
                fired[key, default: 0] += 1
            }
            if Int.random(in: 0..<5, using: &random) == 0 {
                list = try JSONDecoder().decode(DueList.self, from: JSONEncoder().encode(list))
            }
        }
        for key in list.take(at: 1000) { fired[key, default: 0] += 1 }
        #expect(Set(fired.keys) == Set(due.keys))
        #expect(fired.values.allSatisfy { $0 == 1 })
    }
}
