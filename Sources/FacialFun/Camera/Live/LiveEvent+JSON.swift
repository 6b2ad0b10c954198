package import FacialFunWire

/// Records of a live stream, as described by `live-event.schema.json` in this folder.
package enum LiveRecord {
    /// The name and version of the format; readers reject unknown ones.
    package static let schemaName = "facialfun.live-event/1"

    /// The first record of a stream.
    package static func start(
        camera: CameraDescription?, mode: CameraMode?, model: ModelSummary
    ) -> JSONValue {
        record(
            "start",
            [
                (
                    "camera",
                    camera.map {
                        .object([("path", .string($0.path)), ("name", .string($0.name))])
                    } ?? .null
                ),
                ("mode", mode?.json ?? .null),
                ("model", model.json),
            ])
    }

    /// The record of a scored frame.
    package static func frame(_ frame: ScoredFrame, plan: AttemptPlan? = nil) -> JSONValue {
        let face = frame.largestIndex
        return record(
            "frame",
            [
                ("frame", .integer(frame.number)),
                ("sequence", .integer(frame.source.sequence)),
                ("timestampMilliseconds", .number(frame.source.milliseconds)),
                ("timestampSource", .string(frame.source.hasDriverTime ? "driver" : "arrival")),
                ("latencyMilliseconds", .number(rounded(frame.latencyMilliseconds))),
                (
                    "image",
                    .object([("width", .integer(frame.width)), ("height", .integer(frame.height))])
                ),
                ("dropped", frame.counters.json),
                ("faces", .integer(frame.report.faces.count)),
                ("face", face.map { frame.report.faces[$0].json } ?? .null),
                ("faceId", face.map { .integer(frame.report.ids[$0]) } ?? .null),
                ("reason", reason(frame.judgedFace)),
                ("attempt", frame.attempt.map { attempt($0, plan) } ?? .null),
                ("milliseconds", frame.milliseconds.json),
            ])
    }

    /// The record of an attempt whose status changed without a frame.
    package static func attempt(_ status: AttemptStatus, of plan: AttemptPlan) -> JSONValue {
        record("attempt", [("attempt", attempt(status, plan))])
    }

    /// The record of a camera that delivers no pictures.
    package static func away(_ error: FacialFunError, _ counters: CaptureCounters) -> JSONValue {
        record(
            "away",
            [
                ("code", .string(error.code.rawValue)), ("message", .string(error.message)),
                ("dropped", counters.json),
            ])
    }

    /// The record of a camera that delivers pictures again.
    package static func back(_ mode: CameraMode) -> JSONValue {
        record("back", [("mode", mode.json)])
    }

    /// The last record of a stream.
    package static func end(frames: Int, _ counters: CaptureCounters) -> JSONValue {
        record("end", [("frames", .integer(frames)), ("dropped", counters.json)])
    }

    private static func record(_ event: String, _ members: [(String, JSONValue)]) -> JSONValue {
        .object([("schema", .string(schemaName)), ("event", .string(event))] + members)
    }

    private static func attempt(_ status: AttemptStatus, _ plan: AttemptPlan?) -> JSONValue {
        let asked: [(String, JSONValue)] =
            plan.map {
                [("target", .string($0.target.rawValue)), ("level", .integer($0.level.rawValue))]
            } ?? []
        return .object(asked + status.members)
    }

    private static func reason(_ judged: Result<FaceReport, CannotJudgeReason>) -> JSONValue {
        guard case .failure(let reason) = judged else { return .null }
        return .object([
            ("code", .string(reason.rawValue)), ("remedy", .string(reason.remedy)),
            ("sentence", .string(reason.sentence)),
        ])
    }

    /// Rounds to microseconds; further digits are noise.
    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension CaptureCounters {
    /// Numbers of frames that were not scored, by reason.
    fileprivate var json: JSONValue {
        .object([
            ("driver", .integer(lost)), ("replaced", .integer(replaced)),
            ("damaged", .integer(damaged)),
        ])
    }
}

extension CameraMode {
    fileprivate var json: JSONValue {
        .object([
            ("pixelFormat", .string(pixelFormat.rawValue)), ("code", .string(code.description)),
            ("width", .integer(width)), ("height", .integer(height)),
            ("framesPerSecond", .number(rate)), ("mirroredHere", .bool(needsMirroring)),
        ])
    }
}
