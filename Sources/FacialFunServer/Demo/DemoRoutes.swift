import NIOHTTP1

/// `/demo`: a page that scores the camera of the browser with `/v1/score`.
///
/// All its parts come from this service.
enum DemoRoutes {
    /// The page and its parts.
    static var routes: [Route] {
        [
            route("/demo", "text/html; charset=utf-8", PackageResources.demo_html),
            route("/demo/demo.css", "text/css; charset=utf-8", PackageResources.demo_css),
            route("/demo/demo.js", "text/javascript; charset=utf-8", PackageResources.demo_js),
        ]
    }

    private static func route(_ path: String, _ type: String, _ body: [UInt8]) -> Route {
        var response = ServiceResponse(contentType: type, body: body)
        response.contentSecurityPolicy =
            "default-src 'none'; connect-src 'self'; img-src data:; media-src mediastream:; "
            + "script-src 'self'; style-src 'self'"
        response.headers = [
            ("Permissions-Policy", "camera=(self), microphone=(), geolocation=()")
        ]
        return Route(.GET, path, isPage: true) { [response] _ in .answer(response) }
    }
}
