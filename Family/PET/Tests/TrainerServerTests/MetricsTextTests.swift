import FaceJudge
import Testing

@testable import FamilyWeb
@testable import TrainerServer
@testable import TrainerStore

@Suite struct MetricsTextTests {
    @Test func `Metrics are in Prometheus format, and each family is declared once`() {
        let metrics = ServerMetrics()
        for seconds in [0.001, 0.02, 0.7, 99] {
            metrics.begin()
            metrics.end(
                .init(route: "/api/rounds/{id}", method: "GET", status: 200), seconds: seconds)
        }
        let text = MetricsText.text(
            metrics, size: StoreSize(accounts: 3, players: 4, sessions: 1, bytes: 4096),
            judges: [.ready, .away(.init(.ended, "It ended.", remedy: "It is started again."))])
        let lines = text.split(separator: "\n")
        let types = lines.filter { $0.hasPrefix("# TYPE") }
        #expect(Set(types).count == types.count)
        for line in lines where !line.hasPrefix("#") {
            let isSample =
                line.wholeMatch(of: /[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+/) != nil
            #expect(isSample, "\(line)")
        }
        #expect(
            text.contains(
                #"pet_requests_total{method="GET",route="/api/rounds/{id}",status="200"} 4"#))
        #expect(text.contains(#"pet_request_seconds_bucket{le="0.025"} 2"#))
        #expect(text.contains(#"pet_request_seconds_bucket{le="+Inf"} 4"#))
        #expect(text.contains(#"pet_judge_ready{service="1"} 1"#))
        #expect(text.contains(#"pet_judge_ready{service="2"} 0"#))
        #expect(text.contains("pet_requests_running 0"))
    }
}
