/// Facts that the service and its training share, from `contract.json`.
///
/// The file is compiled in; `training/contract.py` reads the same file. A malformed file ends the
/// process at the first access; every test run accesses it.
package struct Contract: Sendable {
    /// The contract of this build.
    package static let shared = Contract(PackageResources.contract_json)

    /// The emotions in the order of the scores.
    package let emotions: [String]
    /// The geometric features of a report.
    package let features: [String]
    /// The movements of a report.
    package let movements: [String]
    /// Real depth over the depth that the mesh network reports.
    package let depthScale: Double
    /// Points of the mean face that hardly move with the expression: index in the mesh, then x, y
    /// and z.
    package let canonicalFace: [(index: Int, position: SIMD3<Double>)]
    /// Minimum likeness at which two faces certainly belong to the same person.
    package let sureLikeness: Double
    /// Maximum rotation of the head to either side for requested expressions, in degrees.
    package let maxYaw: Double
    /// Maximum share of the mouth or the eyes that may be hidden for requested expressions.
    package let maxHidden: Double
    /// Minimum change from a person's neutral face, in logits.
    package let minChange: Double
    /// Limits of the thresholds.
    package let levels: Levels
    /// Minimum share of the cases in which an offered hint raises the target's score.
    package let minRaised: Double
    /// Movements that cannot be made together.
    package let contradictions: [HintCode: Set<HintCode>]

    /// Limits of the thresholds of the five levels, from the easiest level.
    package struct Levels: Sendable {
        /// Maximum share of other emotions that pass, by level.
        package let maxFalseAccepts: [Double]
        /// The same limits with a person's neutral face.
        package let maxFalseAcceptsWithBaseline: [Double]
        /// Maximum share of neutral faces that pass for another emotion, by level.
        package let maxAtRest: [Double]
        /// Maximum share of other emotions that pass if the level is offered.
        package let maxOfferedFalseAccepts: Double
        /// Minimum threshold: the score of a guess among eight emotions.
        package let minThreshold: Double
    }

    init(_ bytes: [UInt8]) {
        let file: Member
        do {
            file = Member(
                path: "contract.json", value: try JSONParser.parse(bytes, in: 0..<bytes.count))
        } catch {
            preconditionFailure("contract.json: \(error.message), at byte \(error.offset)")
        }
        emotions = file["emotions"].strings
        features = file["features"].strings
        movements = file["movements"].strings
        depthScale = file["headPose"]["depthScale"].number
        canonicalFace = file["headPose"]["canonicalFace"].elements.map { row in
            let numbers = row.numbers
            return (Int(numbers[0]), SIMD3(numbers[1], numbers[2], numbers[3]))
        }
        sureLikeness = file["people"]["sureLikeness"].number
        maxYaw = file["judging"]["maxYaw"].number
        maxHidden = file["judging"]["maxHidden"].number
        minChange = file["judging"]["minChange"].number
        let levels = file["levels"]
        self.levels = Levels(
            maxFalseAccepts: levels["maxFalseAccepts"].numbers,
            maxFalseAcceptsWithBaseline: levels["maxFalseAcceptsWithBaseline"].numbers,
            maxAtRest: levels["maxAtRest"].numbers,
            maxOfferedFalseAccepts: levels["maxOfferedFalseAccepts"].number,
            minThreshold: levels["minThreshold"].number)
        minRaised = file["hints"]["minRaised"].number
        contradictions = file["hints"]["contradictions"].elements.reduce(into: [:]) { all, pair in
            let codes = pair.strings.compactMap(HintCode.init)
            precondition(codes.count == 2, "contract.json: unknown hint in \(pair.strings)")
            all[codes[0], default: []].insert(codes[1])
            all[codes[1], default: []].insert(codes[0])
        }
    }
}

/// A value of the contract with its path, which ends the process if it is missing or of another kind.
private struct Member {
    let path: String
    let value: JSONValue

    subscript(_ name: String) -> Member {
        guard let member = value[name] else { preconditionFailure("\(path): \(name) is missing") }
        return Member(path: "\(path)/\(name)", value: member)
    }

    var number: Double {
        switch value {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: preconditionFailure("\(path) is not a number")
        }
    }

    var elements: [Member] {
        guard case .array(let elements) = value else {
            preconditionFailure("\(path) is not a list")
        }
        return elements.map { Member(path: path, value: $0) }
    }

    var numbers: [Double] { elements.map(\.number) }

    var strings: [String] {
        elements.map { element in
            guard case .string(let string) = element.value else {
                preconditionFailure("\(path) is not a list of strings")
            }
            return string
        }
    }
}
