import FamilyAccounts
import FamilyStore
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TrainerContent
import TrainerRules
import TrainerStore

/// The Question Manager (G1 to G6): a family's own questions, visible to their owner only.
///
/// Requests for another family's questions get `not_found`.
struct BankRoutes: Sendable {
    /// The time limit for uploading a picture over a slow connection.
    static let bodyTimeout = Duration.seconds(60)

    private let store: TrainerStore
    private let content: Content
    private let judge: any FaceFinding
    private let pictureQueue = PictureQueue()
    private let pendingUploads = PendingUploads()
    private let analyses = AnalysisLimit()
    private var language: String { content.language }

    init(store: TrainerStore, content: Content, judge: any FaceFinding) {
        self.store = store
        self.content = content
        self.judge = judge
    }

    /// Adds the routes to the members' `api` group.
    func add(to group: RouteGroup) {
        group.get("questions", use: list)
        group.post("questions/look", use: analyze)
        group.post("questions/recordings", use: record)
        group.get("questions/{id}", use: show)
        group.put("questions/{id}", use: save)
        group.delete("questions/{id}", use: delete)
        group.get("questions/{id}/{part}", use: file)
        group.put("question-bank", use: change)
    }

    // MARK: - Reading

    private struct List: Encodable {
        struct Usage: Encodable {
            let questions: Int
            let mostQuestions: Int
            let bytes: Int
            let mostBytes: Int
        }

        let questions: [WireOwnQuestion]
        let usage: Usage
        let mix: Bool
    }

    private func list(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let account = session.account
        let usage = try await store.bankUsage(of: account)
        return try WireJSON.response(
            List(
                questions: try await store.ownQuestions(of: account, for: session.player)
                    .map(wire),
                usage: .init(
                    questions: usage.questions, mostQuestions: BankUsage.mostQuestions,
                    bytes: usage.bytes, mostBytes: BankUsage.mostBytes),
                mix: try await store.mixesStandardQuestions(account)))
    }

    private func show(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        guard
            let question = try await store.ownQuestion(
                try id(context), of: session.account, for: session.player)
        else {
            throw Self.unknown
        }
        return try WireJSON.response(wire(question))
    }

    private func file(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        guard let part = context.parameters.get("part").flatMap({ OwnFile.Part(rawValue: $0) }),
            let file = try await store.ownFile(
                part, question: try id(context), of: session.account, for: session.player)
        else { throw Self.unknown }
        let tag = "\"\(file.digest.prefix(16).map { String(format: "%02x", $0) }.joined())\""
        // Browsers revalidate each time, because access depends on the account.
        var headers: HTTPFields = [
            .contentType: file.type, .cacheControl: "private, no-cache", .eTag: tag,
        ]
        guard request.headers[.ifNoneMatch] != tag else {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentDisposition] = "inline"
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: file.content)))
    }

    /// Finds the faces of a chosen picture and their likely emotions.
    ///
    /// The upload desk keeps the picture until its question is saved.
    private func analyze(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let account = try context.signedIn().account
        let kinds = ["image/jpeg", "image/png"]
        guard let kind = request.headers[.contentType], kinds.contains(kind) else {
            throw WireError(
                .unsupportedMediaType, OwnPictureFault.notAPicture.rawValue,
                words(OwnPictureFault.notAPicture.key))
        }
        let bytes: ByteBuffer
        do {
            bytes = try await WireJSON.collect(
                request, context: context, limit: OwnPicture.mostBytes, timeout: Self.bodyTimeout)
        } catch let error as WireError where error.code == "too_large" {
            throw refusal(.tooLarge)
        }
        do {
            let picture = Array(bytes.readableBytesView)
            var analysis = try await analyses.run(for: account) {
                try await PictureAnalysis(
                    of: picture, judge: judge, content: content, language: language)
            }
            analysis.upload = pendingUploads.add(picture, of: account).uuidString.lowercased()
            return try WireJSON.response(analysis)
        } catch let fault as OwnPictureFault {
            throw refusal(fault)
        }
    }

    private struct Recorded: Encodable {
        let upload: String
    }

    /// Keeps a browser's recording on the upload desk until its question is saved.
    private func record(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let account = try context.signedIn().account
        guard request.headers[.contentType]?.hasPrefix("audio/") == true else {
            throw refusal(.notARecording, .unsupportedMediaType)
        }
        let bytes: [UInt8]
        do {
            bytes = Array(
                try await WireJSON.collect(
                    request, context: context, limit: OwnRecording.mostBytes,
                    timeout: Self.bodyTimeout
                ).readableBytesView)
        } catch let error as WireError where error.code == "too_large" {
            throw refusal(.tooLong, .contentTooLarge)
        }
        do {
            _ = try OwnRecording.file(bytes)
        } catch {
            throw refusal(error, .unprocessableContent)
        }
        let id = pendingUploads.add(bytes, of: account)
        return try WireJSON.response(
            Recorded(upload: id.uuidString.lowercased()), status: .created)
    }

    // MARK: - Changing

    private func save(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let account = session.account
        let id = try id(context)
        let order = try await WireJSON.read(
            SaveQuestionRequest.self, from: request, context: context, timeout: Self.bodyTimeout)
        let uploads = try uploads(of: order, account)
        var (question, faults) = order.question(id)
        let hasPicture =
            try await store.ownQuestion(id, of: account, for: session.player)?.files[.picture]
            != nil
        if order.picture == nil, !hasPicture { faults["picture"] = "questions.fault.no_picture" }
        var files: [OwnFile.Part: OwnFileChange] = [:]
        do {
            files[.prompt] = try recording(order.promptRecording, uploads)
        } catch {
            faults["promptRecording"] = error.key
        }
        do {
            files[.tip] = try recording(order.tipRecording, uploads)
        } catch {
            faults["tipRecording"] = error.key
        }
        if let picture = order.picture, let file = uploads[picture.upload] {
            do throws(OwnPictureFault) {
                files[.picture] = .replace(
                    try await pictureQueue.cut(file, at: picture.place, for: account))
            } catch .busy {
                throw refusal(.busy)
            } catch {
                faults["picture"] = error.key
            }
        }
        guard let question, faults.isEmpty else { throw invalid(faults) }
        do {
            let saved = try await store.saveOwnQuestion(
                question, files: files, of: account, for: session.player)
            pendingUploads.remove(
                Set(uploads.keys.compactMap { UUID(uuidString: $0) }), of: account)
            return try WireJSON.response(
                wire(saved.question), status: saved.isNew ? .created : .ok)
        } catch let error as StoreError
            where error.code == .tooManyQuestions || error.code == .tooManyBytes
        {
            throw WireError(
                .conflict, error.code.rawValue, words("questions.fault.\(error.code.rawValue)"))
        } catch let error as StoreError where error.code == .notFound {
            throw Self.unknown
        }
    }

    private func delete(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        do {
            try await store.deleteOwnQuestion(
                try id(context), of: session.account, for: session.player)
        } catch let error as StoreError where error.code == .notFound {
            throw Self.unknown
        }
        return Response(status: .noContent)
    }

    private struct Change: Codable {
        let mix: Bool
    }

    private func change(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let change = try await WireJSON.read(Change.self, from: request, context: context)
        // Only a parent may change a child's questions.
        let account = try ParentGate(content: content).pass(context).account
        try await store.setMixesStandardQuestions(change.mix, account: account)
        return try WireJSON.response(change)
    }

    // MARK: - Parts

    private static let unknown = WireError(
        .notFound, "unknown_question", "There is no such question; it may have been deleted.")

    private func id(_ context: TrainerContext) throws(WireError) -> UUID {
        guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }) else {
            throw Self.unknown
        }
        return id
    }

    private func wire(_ stored: StoredOwnQuestion) -> WireOwnQuestion {
        WireOwnQuestion(stored, content: content, language: language)
    }

    /// The uploads that a request refers to by name.
    ///
    /// - Throws: `upload_gone` if one is missing or was dropped.
    private func uploads(
        of order: SaveQuestionRequest, _ account: AccountID
    ) throws(WireError) -> [String: [UInt8]] {
        var uploads: [String: [UInt8]] = [:]
        for name in [order.picture?.upload, order.promptRecording, order.tipRecording] {
            guard let name, !name.isEmpty else { continue }
            guard let id = UUID(uuidString: name),
                let content = pendingUploads.content(of: id, account: account)
            else {
                throw WireError(.conflict, "upload_gone", words("questions.fault.upload_gone"))
            }
            uploads[name] = content
        }
        return uploads
    }

    /// The change to a recording: kept, removed, or replaced.
    private func recording(
        _ name: String?, _ uploads: [String: [UInt8]]
    ) throws(OwnRecording.Fault) -> OwnFileChange {
        guard let name else { return .keep }
        guard let bytes = uploads[name] else { return .remove }
        return .replace(try OwnRecording.file(bytes))
    }

    private func words(_ key: String) -> String { content.text(key, language: language) ?? key }

    private func refusal(_ fault: OwnPictureFault) -> WireError {
        switch fault {
        case .tooLarge: WireError(.contentTooLarge, fault.rawValue, words(fault.key))
        case .busy:
            WireError(.serviceUnavailable, fault.rawValue, words(fault.key), seconds: 2)
        default: WireError(.unprocessableContent, fault.rawValue, words(fault.key))
        }
    }

    private func refusal(
        _ fault: OwnRecording.Fault, _ status: HTTPResponse.Status
    ) -> WireError { WireError(status, fault.rawValue, words(fault.key)) }

    private func invalid(_ faults: [String: String]) -> WireError {
        WireError(
            .unprocessableContent, "invalid", words("questions.fault.parts"),
            fields: faults.mapValues(words))
    }
}
