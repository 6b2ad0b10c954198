package import HTTPTypes
package import Hummingbird

/// Renders the pages of a site by the names of their templates.
package protocol SitePages: ErrorPages {
    /// Renders a page for the user of a request.
    ///
    /// - Parameters:
    /// - template: The template's name.
    /// - title: The title of the screen.
    /// - request: The request.
    /// - context: The request's context with the signed-in member.
    /// - values: The template's own values.
    /// - status: The response status.
    /// - Returns: The page.
    /// - Throws: If there is no such template.
    func page(
        _ template: String, title: String, request: Request, context: FamilyContext,
        values: [String: Any], status: HTTPResponse.Status
    ) async throws -> Response
}

extension SitePages {
    /// Renders a page with the status 200.
    package func page(
        _ template: String, title: String, request: Request, context: FamilyContext,
        values: [String: Any]
    ) async throws -> Response {
        try await page(
            template, title: title, request: request, context: context, values: values,
            status: .ok)
    }
}

/// The texts of a site by key, in its languages.
package protocol TextCatalog: Sendable {
    /// The default language.
    var language: String { get }

    /// A text with `{name}` replaced by values.
    ///
    /// - Parameters:
    ///   - key: The text's key.
    ///   - language: The language; nil for the default.
    ///   - values: Replacements by name.
    /// - Returns: The text; nil if the catalog lacks it.
    func localized(_ key: String, language: String?, values: [String: String]) -> String?

    /// A date with the year, in the default language.
    func longDate(daysSince1970: Int) -> String
}

extension TextCatalog {
    /// A text with `{name}` replaced by values; nil if the catalog lacks it.
    package func text(
        _ key: String, language: String? = nil, values: [String: String] = [:]
    ) -> String? {
        localized(key, language: language, values: values)
    }
}
