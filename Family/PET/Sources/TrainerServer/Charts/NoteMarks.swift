import TrainerRules

/// The numbered marks of notes on a chart's time axis; the list of notes shows the same numbers.
struct NoteMarks: Sendable {
    private let days: [Day]

    /// Numbers notes by day, starting with 1 for the earliest.
    init(_ days: [Day] = []) {
        self.days = days.sorted()
    }

    /// The numbers of the notes within a step: `3`, or `3–5`; nil if there are none.
    func label(from first: Day, days count: Int) -> String? {
        let numbers = days.indices.filter { days[$0] >= first && days[$0] < first + count }
        guard let low = numbers.first, let high = numbers.last else { return nil }
        return low == high ? "\(low + 1)" : "\(low + 1)–\(high + 1)"
    }

    /// The days of a period that have notes, without duplicates, with the numbers of their notes.
    func marks(from first: Day, through last: Day) -> [(day: Day, label: String)] {
        Set(days).filter { $0 >= first && $0 <= last }.sorted().compactMap { day in
            label(from: day, days: 1).map { (day, $0) }
        }
    }
}
