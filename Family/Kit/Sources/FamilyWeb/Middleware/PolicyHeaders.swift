import HTTPTypes
import Hummingbird

extension AppResources.Policy {
    /// The server's headers with this policy's additions.
    var headers: HTTPFields {
        var headers = HeadersMiddleware.headers
        let policy = HeadersMiddleware.contentSecurityPolicy.description
        var directives = policy.split(separator: ";").map {
            $0.split(separator: " ").map(String.init)
        }
        for (name, sources) in sources.sorted(by: { $0.key < $1.key }) {
            if let index = directives.firstIndex(where: { $0.first == name }) {
                directives[index] += sources
            } else {
                // A new directive overrides default-src, so repeat its 'self'.
                directives.append([name, "'self'"] + sources)
            }
        }
        if allowsOwnFrames {
            directives.removeAll { $0.first == "frame-ancestors" }
            directives.append(["frame-ancestors", "'self'"])
            headers[.xFrameOptions] = "SAMEORIGIN"
        }
        headers[.contentSecurityPolicy] = directives.map { $0.joined(separator: " ") }
            .joined(separator: "; ")
        var features = HeadersMiddleware.permissions
        for name in permissions {
            features.removeAll { $0.hasPrefix("\(name)=") }
            features.append("\(name)=(self)")
        }
        headers[.permissionsPolicy] = features.joined(separator: ", ")
        return headers
    }
}
