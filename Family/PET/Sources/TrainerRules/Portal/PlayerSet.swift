/// A set of players, by their positions in a collection.
struct PlayerSet: Sendable {
    private var words: [UInt64] = []

    /// The number of players in it.
    private(set) var count = 0

    /// Adds the player at a position; does nothing if it is already in the set.
    mutating func insert(_ position: Int) {
        let word = position >> 6
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
        }
        let bit = UInt64(1) << UInt64(position & 63)
        guard words[word] & bit == 0 else { return }
        words[word] |= bit
        count += 1
    }

    /// Adds all players of another set.
    mutating func formUnion(_ other: PlayerSet) {
        if other.words.count > words.count {
            words.append(
                contentsOf: repeatElement(0, count: other.words.count - words.count))
        }
        for index in other.words.indices { words[index] |= other.words[index] }
        count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }
}
