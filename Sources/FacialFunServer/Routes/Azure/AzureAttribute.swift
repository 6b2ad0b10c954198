import FacialFunWire

/// A face attribute of the retired Face service that is measured here.
enum AzureAttribute: String, CaseIterable, Sendable {
    case blur
    case emotion
    case exposure
    case headPose
    case occlusion

    /// Reads the value of `returnFaceAttributes`: names with commas between them.
    ///
    /// - Throws: `invalid_query` for an attribute that is not measured: a made-up one would be worse
    ///   than none.
    static func list(_ text: String?) throws(Problem) -> Set<AzureAttribute> {
        var attributes: Set<AzureAttribute> = []
        for name in (text ?? "").splitUTF8(separator: ",") {
            let wanted = name.splitUTF8(separator: " ").joined()
            guard
                let attribute = allCases.first(where: {
                    $0.rawValue.hasSameUTF8IgnoringASCIICase(as: wanted)
                })
            else {
                let known = allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.invalidQuery(
                    "returnFaceAttributes: \(name.excerpt(40)) is not measured here; what is: \(known)."
                )
            }
            attributes.insert(attribute)
        }
        return attributes
    }
}
