import FacialFunWire

/// Which camera is meant.
package enum CameraSelector: Hashable, Sendable, CustomStringConvertible {
    /// The first that can be used.
    case first
    /// The number of `/dev/videoN`.
    case index(Int)
    /// A path: a device, or a link to one below `/dev/v4l/by-id`.
    case path(String)
    /// A name as the camera gives it, or a part of it, in any case.
    case name(String)

    /// Reads what a person writes: a number, a path with a slash, or a name.
    ///
    /// A text that is empty means the first camera.
    package init(_ text: String) {
        if text.isEmpty {
            self = .first
        } else if let index = Int(text), index >= 0,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            self = .index(index)
        } else if text.containsUTF8("/") {
            self = .path(text)
        } else {
            self = .name(text)
        }
    }

    /// The selector as a user would type it.
    package var description: String {
        switch self {
        case .first: "the first camera"
        case .index(let index): "/dev/video\(index)"
        case .path(let path): path
        case .name(let name): "\"\(name)\""
        }
    }

    /// The camera that is meant, of those that are there.
    ///
    /// - Throws: `notFound`, `ambiguous`; and the obstacle of the camera that is meant.
    package func choose(from cameras: [CameraDescription]) throws(CameraError) -> CameraDescription
    {
        let found: [CameraDescription] =
            switch self {
            case .first: Array(cameras.filter(\.isUsable).prefix(1))
            case .index(let index): cameras.filter { $0.index == index }
            case .path(let path):
                cameras.filter { camera in
                    ([camera.path] + camera.stablePaths).contains { $0.hasSameUTF8(as: path) }
                }
            case .name(let name): Self.named(name, in: cameras)
            }
        guard let camera = found.first else { throw missing(from: cameras) }
        guard found.count == 1 else {
            let list = found.map(\.path).joined(separator: ", ")
            throw CameraError(
                code: .ambiguous,
                message: "\(self) fits several cameras: \(list). Name one of these paths.")
        }
        if let obstacle = camera.obstacle { throw obstacle }
        return camera
    }

    /// The cameras with exactly the name, else those with it in their name; a device that is no
    /// camera counts only where no camera has the name.
    private static func named(_ name: String, in cameras: [CameraDescription])
        -> [CameraDescription]
    {
        let wanted = name.lowercased()
        let steps: [(CameraDescription) -> Bool] = [
            { $0.isUsable && $0.name.lowercased().hasSameUTF8(as: wanted) },
            { $0.isUsable && $0.name.lowercased().containsUTF8(wanted) },
            { $0.name.lowercased().containsUTF8(wanted) },
        ]
        return steps.lazy.map { cameras.filter($0) }.first { !$0.isEmpty } ?? []
    }

    private func missing(from cameras: [CameraDescription]) -> CameraError {
        let usable = cameras.filter(\.isUsable)
        if case .first = self, let other = cameras.first(where: { !$0.isUsable }) {
            // The commonest cause of "no camera" is one that may not be opened.
            let obstacles = cameras.compactMap(\.obstacle)
            for code in [CameraError.Code.permissionDenied, .busy, .unsupportedFormat] {
                if let obstacle = obstacles.first(where: { $0.code == code }) { return obstacle }
            }
            return CameraError(
                code: .notFound,
                message: "No camera can be used; \(other.label) is there, but gives no pictures. "
                    + "Plug a camera in; `facialfun cameras` says more.")
        }
        guard !usable.isEmpty else {
            return CameraError(
                code: .notFound,
                message: "There is no camera\(self == .first ? "" : " \(self)"). Plug one in; "
                    + "`facialfun cameras` lists what is there.")
        }
        let list = usable.map(\.label).joined(separator: ", ")
        return CameraError(
            code: .notFound, message: "There is no camera \(self). There is: \(list).")
    }
}
