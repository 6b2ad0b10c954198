/// The order of a round's questions: no person or emotion twice in a row if that is possible, and
/// an easy question at the end.
struct RoundArrangement {
    /// The properties that determine the order.
    struct Entry {
        var emotion: Int
        /// Nil for no person, which never counts as a repetition.
        var person: String?
        /// Probability of a right answer, 0…1.
        var ease: Double
    }

    /// Maximum number of entries that are arranged optimally: the search doubles with each.
    static let most = 12

    /// The cost of a repetition, larger than any gain from an easy last question.
    private static let repetition = 1_000.0

    /// The best order of the entries, as positions; the first one among equals.
    ///
    /// - Parameters:
    ///   - entries: At most ``most``.
    ///   - last: The previous question; nil for none.
    /// - Returns: Each position once.
    /// - Complexity: O(2ⁿ·n²), 16 thousand steps for 8 (Held and Karp, 1962).
    static func order(of entries: [Entry], after last: Entry?) -> [Int] {
        precondition(
            entries.count <= most,
            "A round can have at most \(most) questions, not \(entries.count).")
        let count = entries.count
        guard count > 0 else { return [] }
        var step = [Double](repeating: 0, count: count * count)
        for from in 0..<count {
            for to in 0..<count where from != to {
                step[from * count + to] = cost(entries[from], entries[to])
            }
        }
        // best[asked * count + end]: the minimum cost of asking the set `asked` with `end` last.
        let sets = 1 << count
        var best = [Double](repeating: .infinity, count: sets * count)
        var before = [Int](repeating: -1, count: sets * count)
        for first in 0..<count {
            best[(1 << first) * count + first] = last.map { cost($0, entries[first]) } ?? 0
        }
        for asked in 1..<sets {
            for end in 0..<count where asked & (1 << end) != 0 {
                let soFar = best[asked * count + end]
                guard soFar < .infinity else { continue }
                for next in 0..<count where asked & (1 << next) == 0 {
                    let slot = (asked | (1 << next)) * count + next
                    let total = soFar + step[end * count + next]
                    if total < best[slot] {
                        best[slot] = total
                        before[slot] = end
                    }
                }
            }
        }
        var asked = sets - 1
        var end = 0
        var least = Double.infinity
        for candidate in 0..<count {
            let total = best[asked * count + candidate] + 1 - entries[candidate].ease
            if total < least {
                least = total
                end = candidate
            }
        }
        var order: [Int] = []
        while end >= 0 {
            order.append(end)
            let previous = before[asked * count + end]
            asked &= ~(1 << end)
            end = previous
        }
        return order.reversed()
    }

    /// The number of repetitions of a person or an emotion in an order.
    static func repetitions(in entries: [Entry], after last: Entry?) -> Int {
        let previous = [last] + entries.dropLast().map(Optional.some)
        return zip(previous, entries).map { previous, entry in
            previous.map { Int(cost($0, entry) / repetition) } ?? 0
        }.reduce(0, +)
    }

    private static func cost(_ left: Entry, _ right: Entry) -> Double {
        (left.emotion == right.emotion ? repetition : 0)
            + (left.person != nil && left.person == right.person ? repetition : 0)
    }
}
