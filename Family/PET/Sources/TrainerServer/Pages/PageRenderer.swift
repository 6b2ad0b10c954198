import FamilyAccounts
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore
import TrainerContent
import TrainerStore

/// Renders pages from templates, a language's texts and values.
struct PageRenderer: ErrorPages {
    /// A missing or invalid file of the web folder.
    struct TemplateError: Error, CustomStringConvertible {
        let description: String
    }

    private let library: MustacheLibrary
    private let texts: [String: TextTree]
    private let assets: String
    private let content: Content
    /// Whether the server has its own voice, which speaks English.
    private let speaks: Bool

    /// Reads the templates.
    ///
    /// - Throws: ``TemplateError`` with the file and the position.
    init(
        folder: URL, content: Content, assets: String, speaks: Bool = false
    ) async throws {
        let path = folder.appending(path: "templates").path
        do {
            library = try await MustacheLibrary(directory: path)
        } catch let error as MustacheLibrary.ParserError {
            throw TemplateError(
                description: "The template \(path)/\(error.filename) cannot be read at line "
                    + "\(error.context.lineNumber): \(error.error).")
        }
        guard library.getTemplate(named: "login") != nil else {
            throw TemplateError(
                description:
                    "There are no templates in \(path). Set the folder of the web files with --web."
            )
        }
        var texts: [String: TextTree] = [:]
        for language in content.languages { texts[language] = TextTree(content.texts(language)) }
        self.texts = texts
        self.assets = assets
        self.speaks = speaks
        self.content = content
    }

    /// Renders a page.
    ///
    /// - Parameters:
    /// - template: The template's name.
    /// - title: The title of the screen.
    /// - path: The page's address.
    /// - visitor: The visitor.
    /// - values: Template values in addition to `page` and `text`.
    /// - status: The response status.
    /// - Returns: The page, which browsers do not cache.
    /// - Throws: ``TemplateError`` if there is no such template.
    func page(
        _ template: String, title: String, path: String, visitor: Visitor,
        values: [String: Any] = [:], status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let language = visitor.language ?? content.language
        var context = values
        context["page"] =
            PageValues(
                language: language, assets: assets, settings: visitor.settings,
                voice: visitor.settings.voice ?? content.voices.first ?? "",
                player: visitor.player, badge: visitor.badge, hasSiblings: visitor.hasSiblings,
                account: visitor.account, mustAgree: visitor.mustAgree,
                isPractice: visitor.isPractice, isClientless: visitor.isClientless, path: path,
                title: title
            ).values
        context["serverVoice"] = speaks && language == "en"
        context["text"] = texts[language] ?? texts["en"]
        guard let html = library.render(context, withTemplate: template) else {
            throw TemplateError(description: "There is no template \(template).")
        }
        return Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: html)))
    }

    /// A friendly error page.
    func message(_ error: WireError, path: String) throws -> Response {
        let visitor = Visitor.nobody
        let key =
            switch (error.status.code, error.code) {
            case (404, _): "message.not_found"
            case (403, _): "message.forbidden"
            case (503, "not_stored"): "message.waiting"
            case (429, _), (503, _): "message.busy"
            default: "message.error"
            }
        func words(_ key: String) -> String {
            content.text(key, language: visitor.language ?? content.language) ?? key
        }
        var response = try page(
            "message", title: words("\(key)_title"), path: path, visitor: visitor,
            values: [
                "title": words("\(key)_title"), "sentence": words(key), "link": "/",
                "linkText": words("message.home"),
            ], status: error.status)
        if let seconds = error.seconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}
