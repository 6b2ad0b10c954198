import FamilyWeb
import HTTPTypes
import Hummingbird
import TrainerContent

/// The index of recordings by text, in which the narrator finds fixed sentences.
struct NarrationRoutes {
    let content: Content

    func add(to group: RouteGroup) {
        group.get("narration/{language}/{voice}", use: index)
    }

    private func index(_ request: Request, _ context: TrainerContext) async throws -> Response {
        guard let language = context.parameters.get("language"),
            let voice = context.parameters.get("voice"),
            content.languages.contains(language), content.voices.contains(voice)
        else { throw WireError.notFound }
        let index = content.narrationIndex(voice: voice, language: language)
            .mapValues(QuestionPresenter.address)
        var response = try WireJSON.response(index)
        response.headers[.cacheControl] = "public, max-age=3600"
        return response
    }
}
