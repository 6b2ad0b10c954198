import Synchronization

/// Thread-safe pool of reusable objects, such as workspaces and picture memory.
///
/// Each is lent to one borrower at a time.
///
/// The number of elements grows to the maximum number of concurrent borrowers; after that lending
/// allocates nothing. The most recently returned element is lent first, because it is still in the
/// processor's caches.
package final class Pool<Element>: Sendable {
    private struct Idle: @unchecked Sendable {
        // Safe: an element in the list has no other references, and a borrower owns it exclusively
        // until it is returned; a mutex protects the list.
        var element: Element
    }

    private let idle: Mutex<[Idle]>
    private let maxIdle: Int
    private let make: @Sendable () -> sending Element

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - maxIdle: Maximum number of idle elements; further returned ones are released.
    ///   - first: An initial element; nil for none.
    ///   - make: Creates an element if all are lent.
    package init(
        maxIdle: Int = .max, first: sending Element? = nil,
        _ make: @escaping @Sendable () -> sending Element
    ) {
        self.maxIdle = maxIdle
        self.make = make
        idle = Mutex(first.map { [Idle(element: $0)] } ?? [])
    }

    /// Lends an element for one call; it must not be kept.
    package func withElement<R, E>(_ body: (inout Element) throws(E) -> R) throws(E) -> R {
        var taken = idle.withLock { $0.popLast() } ?? Idle(element: make())
        defer { release(taken) }
        return try body(&taken.element)
    }

    /// Accesses the idle elements; borrowers wait meanwhile.
    package func withIdle<R: Sendable>(_ body: ([Element]) -> R) -> R {
        idle.withLock { body($0.map(\.element)) }
    }

    private func release(_ element: Idle) {
        idle.withLock { idle in
            if idle.count < maxIdle { idle.append(element) }
        }
    }
}
