@testable import FacialFun
@testable import FacialFunWire
@testable import NeuralNetwork

@testable import FacialFunServer

/// JSON documents: input is either parsed into a usable value or rejected with a message.
enum DocumentTargets {
    /// Any JSON: a parsed value survives being written and parsed again.
    @Sendable static func json(_ bytes: [UInt8]) {
        do throws(JSONParser.Failure) {
            let value = try JSONParser.parse(bytes)
            for text in [value.compactText, value.indentedText()] {
                let again = try JSONParser.parse(Array(text.utf8))
                precondition(again == value, "what was written reads otherwise")
            }
        } catch {
            precondition(!error.message.isEmpty && (0...bytes.count).contains(error.offset))
        }
        let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
        for steps: [JSONStep] in [[], [.name("nodes"), .index(1)], [.index(2), .name("shape")]] {
            precondition((1...lines).contains(JSONParser.line(of: steps, in: bytes)))
        }
    }

    /// The body of `POST /v1/attempts`.
    @Sendable static func bodies(_ bytes: [UInt8]) {
        do throws(Problem) {
            let order = try AttemptRequest(bytes)
            if let limit = order.timeLimitMilliseconds {
                precondition(limit > 0 && limit <= 3_600_000, "a time limit beyond its bounds")
            }
        } catch {
            precondition(error.code == "invalid_body" && !error.detail.isEmpty)
        }
    }

    /// A network's manifest.
    @Sendable static func manifest(_ bytes: [UInt8]) {
        do throws(NetworkError) {
            _ = try Network(manifest: try Manifest(bytes: bytes), weights: [], cpuPath: .portable)
        } catch {
            precondition(!error.message.isEmpty)
        }
    }

    /// A file of levels.
    @Sendable static func levels(_ bytes: [UInt8]) {
        do throws(FacialFunError) {
            let levels = try LevelsFile(bytes: bytes)
            for level in Level.allCases {
                precondition((0...1).contains(levels[level].passRate), "a share beyond 0…1")
            }
        } catch {
            precondition(!error.message.isEmpty)
        }
    }

    /// A file of hints.
    @Sendable static func hints(_ bytes: [UInt8]) {
        do throws(FacialFunError) { _ = try HintTable(bytes: bytes) } catch {
            precondition(!error.message.isEmpty)
        }
    }

    /// A recorded attempt.
    @Sendable static func replay(_ bytes: [UInt8]) {
        do throws(FacialFunError) {
            let record = try AttemptRecord(bytes: bytes, file: "record")
            precondition(record.events.allSatisfy { $0.milliseconds.isFinite })
        } catch {
            precondition(!error.message.isEmpty)
        }
    }
}
