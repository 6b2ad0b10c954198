import FacialFun

/// The file formats of face rectangles.
enum RectangleFormat: String, CaseIterable, Sendable {
    case png
    case jpeg

    /// Requested format: by the parameter `format`, otherwise by `Accept`, otherwise PNG.
    ///
    /// - Throws: `invalid_query` for another format, `not_acceptable` if `Accept` excludes both.
    init(_ request: ServiceRequest) throws(Problem) {
        if let name = request.query["format"] {
            guard let format = RectangleFormat(rawValue: name) else {
                throw Problem.invalidQuery("format must be png or jpeg, not \(name.excerpt(20)).")
            }
            self = format
            return
        }
        let types = Self.allCases.map(\.mediaType)
        guard let best = AcceptHeader(request.accept).best(of: types),
            let index = types.firstIndex(of: best)
        else { throw Problem.notAcceptable(types) }
        self = Self.allCases[index]
    }

    /// The media type.
    var mediaType: String { "image/" + rawValue }

    /// Encodes an image as a file.
    func encode(_ image: Image) throws(FacialFunError) -> [UInt8] {
        switch self {
        case .png: try PNGEncoder().encode(image)
        case .jpeg: try JPEGEncoder().encode(image)
        }
    }
}
