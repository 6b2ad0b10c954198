import Foundation
import Testing

@testable import FamilyAccounts

@Suite struct PasswordHasherTests {
    @Test func oneSlowHashDoesNotRejectTheNext() async throws {
        let threads = HashingThreads(lanes: 1, waitLimit: .milliseconds(200), maximumWaiting: 10)
        defer { threads.stop() }
        func isDone(milliseconds: UInt32) async -> Bool {
            await withCheckedContinuation { continuation in
                _ = threads.enqueue(
                    from: "a",
                    work: {
                        usleep(milliseconds * 1000)
                        continuation.resume(returning: true)
                    }, drop: { _ in continuation.resume(returning: false) })
            }
        }
        #expect(await isDone(milliseconds: 500))
        // Gives the thread time to record the duration of its work.
        try await Task.sleep(for: .milliseconds(50))
        #expect(await isDone(milliseconds: 1))
    }

    let hasher = PasswordHasher(cost: .cheap)

    @Test func onlyTheHashedPasswordMatches() async throws {
        let hash = try await hasher.hash("correct horse")
        #expect(try await hasher.verify("correct horse", against: hash))
        for other in [
            "Correct horse", "correct horse ", "correct hors", "", "x", "correct horse\0",
            "correct horse\0\0", "\0", "correct\0horse",
        ] {
            #expect(try await !hasher.verify(other, against: hash))
        }
    }

    @Test func hashesOfOnePasswordDiffer() async throws {
        let hashes = try await [hasher.hash("correct horse"), hasher.hash("correct horse")]
        #expect(hashes[0] != hashes[1])
    }

    @Test func defaultCostIs64MiBOfScrypt() async throws {
        let hash = try await PasswordHasher().hash("correct horse")
        #expect(hash.hasPrefix("$scrypt$ln=16,r=8,p=2$"))
        #expect(hash.split(separator: "$").map(\.count) == [6, 13, 22, 43])
        #expect(try await hasher.verify("correct horse", against: hash))
        #expect(hasher.isOutdated(hash))
    }

    /// The third test vector of RFC 7914, section 12, in the encoded form.
    @Test func hashMatchesTheRFCVectors() async throws {
        let hash =
            "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU"
            + "$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7"
            + "RVdYhw"
        #expect(try await hasher.verify("pleaseletmein", against: hash))
        #expect(try await !hasher.verify("pleaseletmeout", against: hash))
    }

    @Test func composedAndDecomposedPasswordsAreEqual() async throws {
        let hash = try await hasher.hash("caf\u{E9} au lait")
        #expect(try await hasher.verify("cafe\u{301} au lait", against: hash))
    }

    @Test func passwordOfTenMegabytesIsRejectedWithoutHashing() async throws {
        let hash = try await hasher.hash("correct horse")
        let huge = String(repeating: "x", count: 10_000_000)
        #expect(Password.normalised(huge) == nil)
        #expect(try await !hasher.verify(huge, against: hash))
    }

    @Test(arguments: [
        "", "$", "plain", "$scrypt$ln=17,r=8,p=1$c2FsdA", "$scrypt$ln=40,r=8,p=1$AAAAAAAAAAA$AAAA",
        "$scrypt$ln=20,r=32,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAA", "$bcrypt$ln=1$a$b",
        "$scrypt$ln=-1,r=8,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$r=8,ln=10,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=10,r=8,p=1$!!!!!!!!!!!$AAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=10,r=8$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ])
    func invalidStoredHashIsReportedAsDamaged(encoded: String) async throws {
        let error = await #expect(throws: AccountsError.self) {
            try await hasher.verify("x", against: encoded)
        }
        #expect(error?.code == .damagedHash)
    }

    /// The kernel's name of the calling thread.
    private static func nameOfThisThread() -> String {
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        return name?.trimmingCharacters(in: .newlines) ?? ""
    }

    @Test func hashesAreComputedInOrderOnASeparateThread() async throws {
        let names = Guarded<[String]>([])
        let threads = HashingThreads(lanes: 1, waitLimit: .seconds(60), maximumWaiting: 100)
        let running = Guarded(0)
        let most = Guarded(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        _ = threads.enqueue(
                            from: "",
                            work: {
                                let now = running.change { value -> Int in
                                    value += 1
                                    return value
                                }
                                most.change { $0 = max($0, now) }
                                names.change { $0.append(Self.nameOfThisThread()) }
                                Thread.sleep(forTimeInterval: 0.002)
                                running.change { $0 -= 1 }
                                continuation.resume()
                            }, drop: { _ in continuation.resume() })
                    }
                }
            }
        }
        threads.stop()
        #expect(names.value == Array(repeating: "pet-hash-1", count: 16))
        #expect(most.value == 1)
    }

    @Test func hashesRunInParallelOnAllThreads() async throws {
        let threads = HashingThreads(lanes: 3, waitLimit: .seconds(60), maximumWaiting: 100)
        let together = DispatchSemaphore(value: 0)
        let met = Guarded(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        _ = threads.enqueue(
                            from: "",
                            work: {
                                // Continues only when all three run at the same time.
                                let present = met.change { value -> Int in
                                    value += 1
                                    return value
                                }
                                if present == 3 {
                                    for _ in 0..<3 { together.signal() }
                                }
                                together.wait()
                                continuation.resume()
                            }, drop: { _ in continuation.resume() })
                    }
                }
            }
        }
        threads.stop()
        #expect(met.value == 3)
    }

    @Test func lateHashTimesOut() async throws {
        let slow = PasswordHasher(cost: PasswordCost(logN: 12), waitLimitSeconds: 0.3)
        let codes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    do throws(AccountsError) {
                        _ = try await slow.hash("correct horse")
                        return "done"
                    } catch {
                        return error.code.rawValue
                    }
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(codes == ["done", "timed_out"])
        #expect(slow.waiting == 0)
    }

    /// Work that occupies the only thread until it is released.
    private func holdLane(_ threads: HashingThreads) -> DispatchSemaphore {
        let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        _ = threads.enqueue(
            from: "holder",
            work: {
                begun.signal()
                end.wait()
            }, drop: { _ in })
        begun.wait()
        return end
    }

    @Test func fullQueueTimesOutAtOnce() {
        let threads = HashingThreads(lanes: 1, waitLimit: .seconds(60), maximumWaiting: 2)
        let end = holdLane(threads)
        let dropped = Guarded<[AccountsError.Code]>([])
        for _ in 0..<5 {
            _ = threads.enqueue(
                from: "", work: {}, drop: { code in dropped.change { $0.append(code) } })
        }
        #expect(threads.waiting == 2)
        #expect(dropped.value == [.timedOut, .timedOut, .timedOut])
        end.signal()
        threads.stop()
    }

    @Test func canceledHashIsDroppedAndOthersFinish() {
        let threads = HashingThreads(lanes: 1, waitLimit: .seconds(60), maximumWaiting: 100)
        let end = holdLane(threads)
        let log = Guarded<[String]>([])
        let all = DispatchSemaphore(value: 0)
        let numbers = (0..<10).map { number in
            threads.enqueue(
                from: "",
                work: {
                    log.change { $0.append("\(number)") }
                    all.signal()
                },
                drop: { code in
                    log.change { $0.append("\(number) \(code)") }
                    all.signal()
                })
        }
        for number in [3, 7] { if let id = numbers[number] { threads.cancel(id) } }
        #expect(threads.waiting == 8)
        end.signal()
        for _ in 0..<10 { all.wait() }
        threads.stop()
        #expect(
            log.value == [
                "3 cancelled", "7 cancelled", "0", "1", "2", "4", "5", "6", "8", "9",
            ])
    }

    @Test func queuedHashesAreDroppedOnStop() {
        let threads = HashingThreads(lanes: 1, waitLimit: .seconds(60), maximumWaiting: 100)
        let end = holdLane(threads)
        let dropped = Guarded<[AccountsError.Code]>([])
        for _ in 0..<2 {
            _ = threads.enqueue(
                from: "", work: {}, drop: { code in dropped.change { $0.append(code) } })
        }
        threads.stop()
        _ = threads.enqueue(
            from: "", work: {}, drop: { code in dropped.change { $0.append(code) } })
        end.signal()
        #expect(dropped.value == [.cancelled, .cancelled, .cancelled])
    }

    @Test func canceledTaskIsNotQueued() async throws {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await hasher.hash("correct horse")
        }
        task.cancel()
        _ = await task.result
        #expect(hasher.waiting == 0)
    }

    @Test func releasedHasherEndsItsThreads() async throws {
        for _ in 0..<50 {
            _ = try await PasswordHasher(cost: .cheap, lanes: 2).hash("correct horse")
        }
        try await Task.sleep(for: .milliseconds(300))
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        let names = threads.compactMap {
            try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
        }
        #expect(names.filter { $0.hasPrefix("pet-hash") }.count < 60)
    }
}

@Suite struct FairQueueTests {
    @Test func originsTakeTurnsAndKeepTheirOrder() {
        var queue = FairQueue<String>()
        for number in 1...4 { queue.append("storm \(number)", from: "a") }
        queue.append("one", from: "b")
        queue.append("two", from: "c")
        queue.append("three", from: "b")
        var order: [String] = []
        while let next = queue.popFirst() { order.append(next) }
        #expect(
            order == ["storm 1", "one", "two", "storm 2", "three", "storm 3", "storm 4"])
        #expect(queue.count == 0)
    }

    @Test func removedItemIsGoneAndTheOthersKeepTheirOrder() {
        var queue = FairQueue<Int>()
        for number in 0..<20 { queue.append(number, from: "\(number % 3)") }
        let removed = queue.removeAll { $0.isMultiple(of: 2) }
        #expect(removed.sorted() == Array(stride(from: 0, to: 20, by: 2)))
        #expect(queue.count == 10)
        var rest: [Int] = []
        while let next = queue.popFirst() { rest.append(next) }
        #expect(rest.sorted() == Array(stride(from: 1, to: 20, by: 2)))
        for origin in 0..<3 {
            let own = rest.filter { $0 % 3 == origin }
            #expect(own == own.sorted())
        }
        #expect(queue.removeAll { _ in true }.isEmpty)
    }
}
