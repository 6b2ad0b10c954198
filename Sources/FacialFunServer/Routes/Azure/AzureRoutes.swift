import FacialFun
import FacialFunWire
import NIOHTTP1

/// The routes of the cloud services for which the game was written: Face `detect`, and its
/// predecessor Emotion `recognize`.
///
/// Pictures are accepted as the request's body only; this service downloads nothing. Faces have no
/// identity here, so there is no `faceId`.
struct AzureRoutes: Sendable {
    let scoring: ImageScoring

    /// The routes.
    var routes: [Route] {
        [
            Route(
                .POST, "/face/v1.0/detect", body: .picture(Route.pictureTypes), parameters: nil,
                errorStyle: .azure, needsWarmUp: true, handler: detect),
            Route(
                .POST, "/emotion/v1.0/recognize", body: .picture(Route.pictureTypes),
                parameters: nil, errorStyle: .azure, needsWarmUp: true, handler: recognize),
        ]
    }

    private func detect(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        let attributes = try AzureAttribute.list(request.query["returnFaceAttributes"])
        let wantsLandmarks =
            request.query["returnFaceLandmarks"].map {
                $0.hasSameUTF8IgnoringASCIICase(as: "true")
            } ?? false
        return answer(request) { face, image in
            var members = [("faceRectangle", Self.rectangle(face.box, in: image))]
            if wantsLandmarks { members.append(("faceLandmarks", Self.landmarks(face.keypoints))) }
            if !attributes.isEmpty {
                members.append(("faceAttributes", Self.attributes(attributes, of: face)))
            }
            return .object(members)
        }
    }

    private func recognize(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        if request.query["faceRectangles"] != nil {
            throw Problem.invalidQuery(
                "faceRectangles is not supported: all faces of the picture are detected.")
        }
        return answer(request) { face, image in
            .object([
                ("faceRectangle", Self.rectangle(face.box, in: image)),
                ("scores", Self.scores(face.scores)),
            ])
        }
    }

    private func answer(
        _ request: ServiceRequest,
        face: @escaping @Sendable (FaceReport, ImageSummary) -> JSONValue
    ) -> Route.Reply {
        .work { stop throws(Problem) in
            let report = try scoring.recognize(request.body, stop: stop).report
            var response = ServiceResponse.json(.array(report.faces.map { face($0, report.image) }))
            response.stages = report.milliseconds.stages
            response.outcome = report.outcome
            return response
        }
    }

    /// The box in whole pixels, clipped to the picture.
    static func rectangle(_ box: Box, in image: ImageSummary) -> JSONValue {
        func clamped(_ value: Double, _ limit: Int) -> Int {
            min(max(Int(value.rounded()), 0), limit)
        }
        let left = clamped(box.x, image.width - 1)
        let top = clamped(box.y, image.height - 1)
        let right = clamped(box.x + box.width, image.width)
        let bottom = clamped(box.y + box.height, image.height)
        return .object([
            ("top", .integer(top)), ("left", .integer(left)),
            ("width", .integer(max(1, right - left))), ("height", .integer(max(1, bottom - top))),
        ])
    }

    /// The landmarks among the original 27 that the detector finds; left is the viewer's left, as
    /// in the original.
    private static func landmarks(_ keypoints: FaceKeypoints) -> JSONValue {
        func json(_ point: Point) -> JSONValue {
            .object([("x", .number(point.x)), ("y", .number(point.y))])
        }
        return .object([
            ("pupilLeft", json(keypoints.rightEye)), ("pupilRight", json(keypoints.leftEye)),
            ("noseTip", json(keypoints.noseTip)),
        ])
    }

    /// Requested attributes; the pose is omitted if the mesh found no face.
    private static func attributes(
        _ wanted: Set<AzureAttribute>, of face: FaceReport
    ) -> JSONValue {
        .object(
            AzureAttribute.allCases.filter(wanted.contains).compactMap { attribute in
                value(of: attribute, face).map { (attribute.rawValue, $0) }
            })
    }

    private static func value(of attribute: AzureAttribute, _ face: FaceReport) -> JSONValue? {
        switch attribute {
        case .emotion:
            return scores(face.scores)
        case .blur:
            // 0 for a sharp face, 1 for one without any detail.
            let value = 1 - min(1, face.quality.sharpness / sharpFace)
            return .object([
                ("blurLevel", .string(face.reasons.contains(.blurred) ? "high" : "low")),
                ("value", .number(value)),
            ])
        case .exposure:
            let level =
                face.reasons.contains(.tooDark)
                ? "underExposure"
                : face.reasons.contains(.tooBright) ? "overExposure" : "goodExposure"
            return .object([
                ("exposureLevel", .string(level)), ("value", .number(face.quality.meanLuma)),
            ])
        case .headPose:
            guard let pitch = face.quality.pitch, let roll = face.quality.roll,
                let yaw = face.quality.yaw
            else { return nil }
            return .object([
                ("pitch", .number(pitch)), ("roll", .number(roll)), ("yaw", .number(yaw)),
            ])
        case .occlusion:
            // The forehead is not measured, so its occlusion is omitted.
            return .object([
                ("eyeOccluded", .bool(face.reasons.contains(.eyesCovered))),
                ("mouthOccluded", .bool(face.reasons.contains(.mouthCovered))),
            ])
        }
    }

    /// The sharpness of a sharp face, by ``Emotions/FaceQuality/sharpness``.
    private static let sharpFace = 0.45

    /// The eight scores under the services' names, which are those of this project, in alphabetical
    /// order.
    private static func scores(_ scores: EmotionScores) -> JSONValue {
        .object(
            Emotion.allCases.sorted { $0.rawValue < $1.rawValue }
                .map { ($0.rawValue, .float(scores[$0])) })
    }
}
