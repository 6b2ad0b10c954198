/// A queue that serves origins in turn, and the elements of each origin in order of arrival.
///
/// For each element of its own origin ahead of it, an element waits for at most one element of
/// every other origin.
package struct FairQueue<Element> {
    private var waiting: [String: [Element]] = [:]
    private var turns: [String] = []
    /// The number of waiting elements.
    package private(set) var count = 0

    /// Makes an empty queue.
    package init() {}

    /// Adds an element after all others of its origin.
    package mutating func append(_ element: Element, from origin: String) {
        if waiting[origin] == nil { turns.append(origin) }
        waiting[origin, default: []].append(element)
        count += 1
    }

    /// Removes and returns the next element; nil if there is none.
    package mutating func popFirst() -> Element? {
        guard let origin = turns.first, var elements = waiting[origin] else { return nil }
        turns.removeFirst()
        let element = elements.removeFirst()
        if elements.isEmpty {
            waiting[origin] = nil
        } else {
            waiting[origin] = elements
            turns.append(origin)
        }
        count -= 1
        return element
    }

    /// Removes all elements that fulfill a condition.
    package mutating func removeAll(where isRemoved: (Element) -> Bool) -> [Element] {
        var removed: [Element] = []
        for (origin, elements) in waiting {
            let kept = elements.filter { !isRemoved($0) }
            guard kept.count < elements.count else { continue }
            removed += elements.filter(isRemoved)
            waiting[origin] = kept.isEmpty ? nil : kept
        }
        guard !removed.isEmpty else { return [] }
        turns.removeAll { waiting[$0] == nil }
        count -= removed.count
        return removed
    }
}
