import FaceJudge
import FamilyAccounts
import FamilyWeb
import Foundation
import TrainerStore

/// The metrics in Prometheus's text format (version 0.0.4).
struct MetricsText {
    private var lines: [String] = []

    /// Writes all metrics.
    static func text(
        _ metrics: ServerMetrics, size: StoreSize, judges: [JudgeState]
    ) -> String {
        var text = MetricsText()
        let state = metrics.current
        text.family("pet_requests_total", "counter", "Answered requests.")
        for (kind, count) in state.requests.sorted(by: { $0.key.route < $1.key.route }) {
            text.sample(
                "pet_requests_total", Double(count),
                ["route": kind.route, "method": kind.method, "status": "\(kind.status)"])
        }
        text.histogram(state)
        text.gauge("pet_requests_running", "Requests in progress.", state.running)
        text.gauge("pet_sessions", "Unexpired sessions.", size.sessions)
        text.gauge("pet_accounts", "Accounts.", size.accounts)
        text.gauge("pet_players", "Players.", size.players)
        text.gauge("pet_database_bytes", "Size of the database and its log.", size.bytes)
        text.family("pet_judge_ready", "gauge", "Whether the scoring service is ready.")
        for (index, judge) in judges.enumerated() {
            text.sample("pet_judge_ready", judge == .ready ? 1 : 0, ["service": "\(index + 1)"])
        }
        text.gauge("process_resident_memory_bytes", "Memory in use.", residentBytes)
        text.family("process_start_time_seconds", "gauge", "Start time of the server.")
        text.sample("process_start_time_seconds", metrics.startSeconds)
        return text.lines.joined(separator: "\n") + "\n"
    }

    private mutating func histogram(_ state: ServerMetrics.State) {
        let name = "pet_request_seconds"
        family(name, "histogram", "Duration of requests.")
        var sum = 0
        for (bound, count) in zip(ServerMetrics.bounds, state.buckets) {
            sum += count
            sample("\(name)_bucket", Double(sum), ["le": "\(bound)"])
        }
        sum += state.buckets.last ?? 0
        sample("\(name)_bucket", Double(sum), ["le": "+Inf"])
        sample("\(name)_sum", state.seconds)
        sample("\(name)_count", Double(sum))
    }

    private mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        family(name, "gauge", help)
        sample(name, Double(value))
    }

    private mutating func family(_ name: String, _ type: String, _ help: String) {
        lines.append("# HELP \(name) \(help)")
        lines.append("# TYPE \(name) \(type)")
    }

    private mutating func sample(
        _ name: String, _ value: Double, _ labels: [String: String] = [:]
    ) {
        let written = labels.sorted { $0.key < $1.key }
            .map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        let number =
            value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
        lines.append(name + (written.isEmpty ? "" : "{\(written)}") + " \(number)")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }

    /// The resident memory from `/proc/self/statm`; 0 if it cannot be read.
    private static var residentBytes: Int {
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
