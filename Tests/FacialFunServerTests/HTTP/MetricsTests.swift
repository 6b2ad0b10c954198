import NIOHTTP1
import Testing

@testable import FacialFunServer

struct MetricsTests {
    @Test("buckets are cumulative and end with the total")
    func histogram() {
        var histogram = LatencyHistogram()
        for seconds in [0.0005, 0.001, 0.003, 9] { histogram.add(seconds) }
        let lines = histogram.lines(name: "x", label: "a=\"b\"")
        #expect(lines.contains("x_bucket{a=\"b\",le=\"0.001\"} 2"))
        #expect(lines.contains("x_bucket{a=\"b\",le=\"0.005\"} 3"))
        #expect(lines.contains("x_bucket{a=\"b\",le=\"5.0\"} 3"))
        #expect(lines.contains("x_bucket{a=\"b\",le=\"+Inf\"} 4"))
        #expect(lines.last == "x_count{a=\"b\"} 4")
    }

    @Test("each line is a comment or a sample, and each metric has a type")
    func format() throws {
        let metrics = ServiceMetrics()
        var response = ServiceResponse.empty(.ok)
        response.outcome = "one_face"
        response.stages = [("decode", 1.5)]
        metrics.count(route: "/v1/score", response: response, problem: nil, seconds: 0.01)
        metrics.count(
            route: nil, response: Problem.notFound.response, problem: "not_found", seconds: 0)
        let text = metrics.text(ServiceMetrics.Gauges(), process: .now())
        var typed: Set<Substring> = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            if line.hasPrefix("# TYPE ") { typed.insert(parts[2]) }
            guard !line.hasPrefix("#") else { continue }
            #expect(parts.count == 2)
            #expect(Double(parts[1]) != nil)
            let name = parts[0].prefix { $0 != "{" }
            #expect(typed.contains { name.hasPrefix($0) }, "\(name) has no type")
        }
        #expect(text.contains("facialfun_requests_total{route=\"/v1/score\",status=\"200\"} 1"))
        #expect(text.contains("facialfun_refusals_total{code=\"not_found\"} 1"))
        #expect(text.contains("facialfun_outcomes_total{outcome=\"one_face\"} 1"))
        #expect(text.contains("facialfun_stage_seconds_count{stage=\"decode\"} 1"))
    }

    @Test("the kernel reports memory and descriptors of this process")
    func process() {
        let figures = ProcessMetrics.now()
        #expect(figures.residentBytes > 1_000_000)
        #expect(figures.openDescriptors >= 3)
    }
}
