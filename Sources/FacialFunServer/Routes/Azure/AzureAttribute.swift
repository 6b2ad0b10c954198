import FacialFunWire

/// A face attribute of the retired Face service that this service supports.
enum AzureAttribute: String, CaseIterable, Sendable {
    case blur
    case emotion
    case exposure
    case headPose
    case occlusion

    /// Parses the value of `returnFaceAttributes`: names separated by commas.
    ///
    /// - Throws: `invalid_query` for an unsupported attribute, because an invented value would be
    ///   worse than none.
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
                    "returnFaceAttributes: \(name.excerpt(40)) is not supported; use \(known)."
                )
            }
            attributes.insert(attribute)
        }
        return attributes
    }
}
