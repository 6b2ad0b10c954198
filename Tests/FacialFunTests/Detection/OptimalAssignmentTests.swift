import Testing
import TestSupport

@testable import FacialFun

struct OptimalAssignmentTests {
    @Test("the best of all assignments is found", arguments: 0..<60)
    func best(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let rows = Int.random(in: 1...5, using: &generator)
        let columns = Int.random(in: 1...5, using: &generator)
        let values: [[Double?]] = (0..<rows).map { _ in
            (0..<columns).map { _ in
                Int.random(in: 0..<4, using: &generator) == 0
                    ? nil : Double.random(in: 0...1.6, using: &generator)
            }
        }
        let pairs = OptimalAssignment.pairs(values)
        let taken = pairs.compactMap(\.self)
        #expect(Set(taken).count == taken.count)
        let sum = pairs.enumerated().reduce(0.0) { sum, pair in
            sum + (pair.element.flatMap { values[pair.offset][$0] } ?? 0)
        }
        #expect(abs(sum - Self.greatest(values, from: 0, free: Set(0..<columns))) < 1e-9)
    }

    private static func greatest(_ values: [[Double?]], from row: Int, free: Set<Int>) -> Double {
        guard row < values.count else { return 0 }
        var best = greatest(values, from: row + 1, free: free)
        for column in free {
            guard let value = values[row][column] else { continue }
            best = max(
                best, value + greatest(values, from: row + 1, free: free.subtracting([column])))
        }
        return best
    }

    @Test("empty inputs give no pairs")
    func empty() {
        #expect(OptimalAssignment.pairs([]) == [])
        #expect(OptimalAssignment.pairs([[], []]) == [nil, nil])
        #expect(OptimalAssignment.pairs([[nil]]) == [nil])
    }
}
