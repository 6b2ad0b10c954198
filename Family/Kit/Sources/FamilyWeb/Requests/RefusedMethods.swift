import HTTPTypes
package import Hummingbird

extension Router<FamilyContext> {
    /// Answers `method_not_allowed` wherever an address that there is does not offer a method.
    ///
    /// Called once, when all routes are there.
    ///
    /// - Parameter files: addresses of files, which middleware serves: they offer GET and HEAD.
    package func refuseOtherMethods(files: [RouterPath]) {
        var offered: [String: Set<HTTPRequest.Method>] = [:]
        for route in routes { offered[route.path.description, default: []].insert(route.method) }
        for path in files { offered[path.description] = [.get] }
        for (path, methods) in offered {
            let allowed = methods.contains(.get) ? methods.union([.head]) : methods
            let refusal = WireError.methodNotAllowed(
                allowed.sorted { $0.rawValue < $1.rawValue })
            for method in Self.methods where !allowed.contains(method) {
                on(RouterPath(path), method: method) { _, _ -> Response in throw refusal }
            }
        }
    }

    /// Those of RFC 9110 and RFC 5789; CONNECT is for proxies and names no address.
    private static var methods: [HTTPRequest.Method] {
        [.get, .head, .post, .put, .patch, .delete, .options, .trace]
    }
}
