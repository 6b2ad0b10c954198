extension ImageReport {
    /// The report as `image-report.schema.json` describes it, keys in the schema's order.
    package var json: JSONValue {
        .object(
            [("schema", .string(schema)), ("path", .string(path))]
                + frameMembers(frame, time) + [
                    (
                        "image",
                        .object([
                            ("width", .integer(image.width)), ("height", .integer(image.height)),
                            ("format", .string(image.format)),
                            ("orientation", .integer(image.orientation)),
                        ])
                    ),
                    ("smallestFace", .number(smallestFace)),
                    ("faces", .array(faces.map(\.json))),
                    ("milliseconds", milliseconds.json),
                    ("operatingPoint", .string(operatingPoint.rawValue)),
                    ("model", model.json),
                ])
    }
}

extension FailureReport {
    /// The failure as `image-report.schema.json` describes it.
    package var json: JSONValue {
        .object(
            [("schema", .string(schema)), ("path", .string(path))]
                + frameMembers(frame, time) + [
                    (
                        "error",
                        .object([
                            ("code", .string(error.code)), ("message", .string(error.message)),
                        ])
                    ),
                    ("faces", .array(faces.map(\.json))),
                ])
    }
}

/// Members for the frame of a film; empty for other images.
private func frameMembers(_ frame: Int?, _ time: Double?) -> [(String, JSONValue)] {
    let number = frame.map { [("frame", JSONValue.integer($0))] } ?? []
    return number + (time.map { [("time", .number($0))] } ?? [])
}

extension FaceReport {
    /// The face as `image-report.schema.json` describes it.
    package var json: JSONValue {
        let prompted = promptedScores.map { [("promptedScores", $0.json)] } ?? []
        let numbered: [(String, JSONValue)] = person.map { [("person", .integer($0))] } ?? []
        let members: [(String, JSONValue)] =
            numbered + [
                (
                    "box",
                    .object([
                        ("x", .number(box.x)), ("y", .number(box.y)), ("width", .number(box.width)),
                        ("height", .number(box.height)),
                    ])
                ),
                (
                    "keypoints",
                    .object([
                        ("rightEye", keypoints.rightEye.json), ("leftEye", keypoints.leftEye.json),
                        ("noseTip", keypoints.noseTip.json),
                        ("mouthCentre", keypoints.mouthCentre.json),
                        ("rightEar", keypoints.rightEar.json), ("leftEar", keypoints.leftEar.json),
                    ])
                ),
                ("confidence", .number(confidence)),
                ("rectangle", rectangle.json),
                ("judgeable", .bool(judgeable)),
                ("reasons", .array(reasons.map { .string($0.rawValue) })),
                ("quality", quality.json),
                ("features", features?.json ?? .null),
                ("scores", scores.json),
            ]
        let moved = movements.map { [("movements", $0.json)] } ?? []
        let own = classes.map { [("classes", $0.json)] } ?? []
        let points = landmarks.map { [("landmarks", $0.json)] } ?? []
        let looking = landmarks == nil ? [] : [("gaze", gaze?.json ?? .null)]
        return .object(
            members + prompted + own + moved + points + looking
                + [("top", .string(top.rawValue))])
    }
}

extension EmotionScores {
    /// The object from emotion name to score.
    package var json: JSONValue {
        .object(Emotion.allCases.map { ($0.rawValue, .float(self[$0])) })
    }
}

extension ClassScores {
    /// The top class and the object from class name to score.
    package var json: JSONValue {
        .object([
            ("top", .string(top)),
            ("scores", .object(zip(names, values).map { ($0, .float($1)) })),
        ])
    }
}

extension FaceMovements {
    /// The object from movement name to strength.
    package var json: JSONValue {
        .object(FaceMovement.allCases.map { ($0.rawValue, .float(self[$0])) })
    }
}

extension FaceLandmarks {
    /// The array of `[x, y, z]`.
    fileprivate var json: JSONValue {
        .array(points.indices.map { .array(coordinates(of: $0).map { .number($0) }) })
    }
}

extension Gaze {
    fileprivate var json: JSONValue {
        .object([("right", right.json), ("left", left.json), ("mean", mean.json)])
    }
}

extension Gaze.Direction {
    fileprivate var json: JSONValue {
        .object([("yaw", .number(yaw)), ("pitch", .number(pitch))])
    }
}

extension FaceQuality {
    fileprivate var json: JSONValue {
        .object([
            ("visibleShare", .number(visibleShare)), ("sharpness", .number(sharpness)),
            ("meanLuma", .number(meanLuma)), ("darkShare", .number(darkShare)),
            ("brightShare", .number(brightShare)), ("contrast", .number(contrast)),
            ("mouthHidden", .number(mouthHidden)), ("eyesHidden", .number(eyesHidden)),
            ("meshPresence", .number(meshPresence)), ("yaw", JSONValue(yaw)),
            ("pitch", JSONValue(pitch)), ("roll", JSONValue(roll)),
        ])
    }
}

extension GeometricFeatures {
    /// The object from feature name to value.
    package var json: JSONValue {
        .object(GeometricFeature.allCases.map { ($0.rawValue, .number(self[$0])) })
    }
}

extension RectangleReport {
    /// The rectangle as `image-report.schema.json` describes it.
    package var json: JSONValue {
        .object([
            ("side", .integer(side)),
            (
                "toImage",
                .object([
                    ("a", .number(toImage.a)), ("b", .number(toImage.b)),
                    ("tx", .number(toImage.tx)), ("ty", .number(toImage.ty)),
                ])
            ),
        ])
    }
}

extension Point {
    fileprivate var json: JSONValue { .object([("x", .number(x)), ("y", .number(y))]) }
}

extension StageMilliseconds {
    /// Rounds to microseconds; further digits are noise.
    package var json: JSONValue {
        func rounded(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
        let members = [
            ("decode", rounded(decode)), ("detect", rounded(detect)),
            ("rectangle", rounded(rectangle)), ("landmarks", rounded(landmarks)),
            ("features", rounded(features)), ("classify", rounded(classify)),
        ]
        let moved = movements.map { [("movements", rounded($0))] } ?? []
        return .object(members + moved + [("total", rounded(total))])
    }
}

extension ModelSummary {
    /// Name and version of the model.
    package var json: JSONValue {
        .object([("name", .string(name)), ("version", .string(version))])
    }
}
