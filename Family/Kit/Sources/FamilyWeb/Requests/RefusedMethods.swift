import HTTPTypes
package import Hummingbird

extension Router<FamilyContext> {
    /// Returns `method_not_allowed` for methods that an existing path does not support.
    ///
    /// Call it once, after all routes are registered.
    ///
    /// - Parameter files: Paths of files that middleware serves. They support GET and HEAD.
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

    /// The methods of RFC 9110 and RFC 5789, except CONNECT, which only proxies use.
    private static var methods: [HTTPRequest.Method] {
        [.get, .head, .post, .put, .patch, .delete, .options, .trace]
    }
}
