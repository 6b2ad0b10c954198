import FamilyWeb
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerRules

/// Pages for the user of a request, as the kit's routes render them.
struct VisitedPages: SitePages {
    let pages: PageRenderer
    let visitors: Visitors

    func page(
        _ template: String, title: String, request: Request, context: FamilyContext,
        values: [String: Any], status: HTTPResponse.Status
    ) async throws -> Response {
        try pages.page(
            template, title: title, path: request.uri.path,
            visitor: try await visitors.visitor(context), values: values, status: status)
    }

    func message(_ error: WireError, path: String) throws -> Response {
        try pages.message(error, path: path)
    }
}

extension Content: TextCatalog {
    package func localized(
        _ key: String, language: String?, values: [String: String]
    ) -> String? {
        text(key, language: language, values: values)
    }

    package func longDate(daysSince1970 number: Int) -> String {
        ChartWords(texts(language)).longDate(Day(number))
    }
}
