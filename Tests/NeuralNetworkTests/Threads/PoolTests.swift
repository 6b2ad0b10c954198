import NeuralNetwork
import Synchronization
import Testing

struct PoolTests {
    private final class Workspace {
        var uses = 0
    }

    private struct Refusal: Error {}

    @Test("a returned element is reused")
    func reuse() {
        let pool = Pool { Workspace() }
        for expected in 1...3 {
            pool.withElement { workspace in
                workspace.uses += 1
                #expect(workspace.uses == expected)
            }
        }
        #expect(pool.withIdle { $0.count } == 1)
    }

    @Test("an element is changed in place")
    func values() {
        let pool = Pool { [Int]() }
        pool.withElement { $0.append(1) }
        pool.withElement { #expect($0 == [1]) }
    }

    @Test("two concurrent borrowers have two elements")
    func nesting() {
        let pool = Pool { Workspace() }
        pool.withElement { outer in
            pool.withElement { inner in #expect(outer !== inner) }
        }
        #expect(pool.withIdle { $0.count } == 2)
    }

    @Test("at most the maximum number of elements is kept, and others are released")
    func bound() {
        let pool = Pool(maxIdle: 1) { Workspace() }
        weak var dropped: Workspace?
        pool.withElement { outer in
            dropped = outer
            pool.withElement { $0.uses = 7 }
        }
        #expect(pool.withIdle { $0.map(\.uses) } == [7])
        #expect(dropped == nil)
    }

    @Test("the first element is lent before another is made")
    func first() {
        let made = Mutex(0)
        let pool = Pool(first: Workspace()) {
            made.withLock { $0 += 1 }
            return Workspace()
        }
        pool.withElement { _ in }
        #expect(made.withLock { $0 } == 0)
    }

    @Test("an element is returned when a body throws")
    func throwing() {
        let pool = Pool { Workspace() }
        #expect(throws: Refusal.self) {
            try pool.withElement { _ throws(Refusal) in throw Refusal() }
        }
        #expect(pool.withIdle { $0.count } == 1)
    }

    @Test("a lent element has one user")
    func exclusive() {
        let pool = Pool { Workspace() }
        parallelFor(2_000, threads: 8) { _ in
            pool.withElement { $0.uses += 1 }
        }
        // A lost update would show in the sum.
        #expect(pool.withIdle { $0.reduce(0) { $0 + $1.uses } } == 2_000)
        #expect(pool.withIdle { $0.count } <= 8)
    }
}
