import FamilyAccounts
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TrainerStore

/// The export of an account with all records of its members (A14).
struct AccountExportRoutes {
    let store: TrainerStore
    let gate: ParentGate
    /// The apps whose records are exported with an account.
    let apps: [any FamilyApp]

    func add(to parent: RouteGroup) {
        parent.get("account/export", use: export)
    }

    private func export(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let whole = try await store.export(session.account)
        try await store.noteReading(
            .exported, .everything, of: nil, account: session.account, logger: context.logger)
        let records = try await apps.export(
            of: try await store.members(of: session.account).map(\.id.rawValue))
        let store = store
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: ExportName("family").header("json"),
            ],
            body: ResponseBody { writer in
                try await store.writeExport(whole, records: records) {
                    try await writer.write(ByteBuffer(bytes: $0))
                }
                try await writer.finish(nil)
            })
    }
}
