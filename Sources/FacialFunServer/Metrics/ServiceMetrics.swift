import NIOHTTP1
import Synchronization

/// Metrics of the service in the text format of Prometheus (version 0.0.4).
///
/// They contain only the name of the route and the status of a client's request: no path, no
/// picture, no identity.
final class ServiceMetrics: Sendable {
    /// Values measured when the metrics are requested.
    struct Gauges: Sendable {
        /// Number of open connections.
        var connections = 0
        /// Whether the warm-up has finished and the service is not stopping.
        var isReady = false
        /// Bytes of requests in memory.
        var bodyBytes = 0
        /// Number of stored attempts.
        var attempts = 0
        /// Number of stored baselines.
        var baselines = 0
        /// Waiting and running work.
        var load = WorkQueue.Load()
    }

    private struct State {
        var requests: [String: Int] = [:]
        var outcomes: [String: Int] = [:]
        var refusals: [String: Int] = [:]
        var latencies: [String: LatencyHistogram] = [:]
        var stages: [String: LatencyHistogram] = [:]
    }

    private let state = Mutex(State())

    /// Counts a response.
    ///
    /// - Parameters:
    ///   - route: The template of its path; nil without a route.
    ///   - response: The response.
    ///   - problem: The problem's code, if it is one.
    ///   - seconds: Time from the request's head to the response.
    func count(
        route: String?, response: ServiceResponse, problem: String?, seconds: Double
    ) {
        let label = "route=\"\(route ?? "none")\""
        state.withLock { state in
            state.requests["\(label),status=\"\(response.status.code)\"", default: 0] += 1
            state.latencies[label, default: LatencyHistogram()].add(seconds)
            if let outcome = response.outcome {
                state.outcomes["outcome=\"\(outcome)\"", default: 0] += 1
            }
            if let problem { state.refusals["code=\"\(problem)\"", default: 0] += 1 }
            for stage in response.stages {
                state.stages["stage=\"\(stage.name)\"", default: LatencyHistogram()]
                    .add(stage.milliseconds / 1000)
            }
        }
    }

    /// All metrics as text.
    func text(_ gauges: Gauges, process: ProcessMetrics) -> String {
        let state = state.withLock { $0 }
        var lines: [String] = []
        func counter(_ name: String, _ help: String, _ values: [String: Int]) {
            lines += ["# HELP \(name) \(help)", "# TYPE \(name) counter"]
            lines += values.sorted { $0.key < $1.key }.map { "\(name){\($0.key)} \($0.value)" }
        }
        func histogram(_ name: String, _ help: String, _ values: [String: LatencyHistogram]) {
            lines += ["# HELP \(name) \(help)", "# TYPE \(name) histogram"]
            lines += values.sorted { $0.key < $1.key }
                .flatMap { $0.value.lines(name: name, label: $0.key) }
        }
        func gauge(_ name: String, _ help: String, _ value: Int) {
            lines += ["# HELP \(name) \(help)", "# TYPE \(name) gauge", "\(name) \(value)"]
        }
        counter("facialfun_requests_total", "Responses by route and status.", state.requests)
        counter("facialfun_outcomes_total", "Results of the pictures.", state.outcomes)
        counter("facialfun_refusals_total", "Problems by code.", state.refusals)
        histogram(
            "facialfun_request_seconds", "Time from a request to its response.", state.latencies)
        histogram("facialfun_stage_seconds", "Stages of the work.", state.stages)
        gauge("facialfun_queue_depth", "Requests waiting for a worker.", gauges.load.waiting)
        gauge("facialfun_workers_busy", "Busy workers.", gauges.load.running)
        gauge("facialfun_connections", "Open connections.", gauges.connections)
        gauge("facialfun_body_bytes", "Bytes of requests in memory.", gauges.bodyBytes)
        gauge("facialfun_attempts", "Stored attempts.", gauges.attempts)
        gauge("facialfun_baselines", "Baselines that are kept.", gauges.baselines)
        gauge("facialfun_ready", "1 after the warm-up.", gauges.isReady ? 1 : 0)
        gauge(
            "process_resident_memory_bytes", "Resident memory.", process.residentBytes)
        gauge("process_open_fds", "Open descriptors.", process.openDescriptors)
        return lines.joined(separator: "\n") + "\n"
    }
}
