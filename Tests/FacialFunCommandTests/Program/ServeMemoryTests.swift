import FacialFunServer
import Testing
import TestSupport

/// Memory of the service in addition to its base, for any input.
struct ServeMemoryTests {
    /// Maximum growth of the service's memory in megabytes during attacks by
    /// `Benchmarks/hostile-clients.py`, one after the other, each from four connections if no
    /// number is given.
    private func growth(
        under attacks: String..., options: String = "", seconds: Int = 6, connections: Int = 4
    ) throws -> Int {
        let result = try ServeProgram.run(
            options,
            """
            kilobytes() { awk -v name="$1:" '$1 == name { print $2 }' /proc/$PID/status; }
            for name in collins.jpg hopper.jpg; do
                \(ServeProgram.curl) -o answer -H Content-Type:image/jpeg -H 'Deadline-Ms: 60000' \
                    --data-binary @"$BENCHMARKS/pictures/$name" http://localhost/v1/score
            done
            START=$(kilobytes VmRSS)
            for attack in \(attacks.joined(separator: " ")); do
                (cd "$BENCHMARKS" && PYTHONDONTWRITEBYTECODE=1 \
                    python3 -m serveload.attacks $attack "$SOCK" \(seconds) \(connections)) || exit 98
            done
            echo $(( ($(kilobytes VmHWM) - START) / 1000 ))
            """, variables: ["BENCHMARKS": Program.package + "/Benchmarks"])
        try #require(result.status == 0, "\(result)")
        return try #require(result.lines.last.flatMap { Int($0) }, "\(result)")
    }

    // The service itself takes about 80 MB of the 120 MB.
    @Test(
        "the largest accepted pictures use bounded memory with any number of connections",
        arguments: ["largest", "rectangles", "heavy", "interlaced", "endless"])
    func largest(attack: String) throws {
        #expect(try growth(under: attack) <= 28)
    }

    // 20 MB and 50 megapixels may need 358 MB in total, including the service's own 80 MB.
    @Test("two clients with the largest pictures of raised limits stay within the memory bound")
    func raised() throws {
        let growth = try growth(
            under: "raised", options: "--max-file-size 20MB --max-pixels 50MP", connections: 2)
        #expect(growth <= 278)
        // The bodies were accepted: two of them alone exceed the standard limits.
        #expect(growth >= 40)
    }

    /// Maximum memory in kilobytes of a service while all its workers score.
    private func peak(workers: Int) throws -> Int {
        let result = try ServeProgram.run(
            "--jobs \(workers)",
            """
            for number in $(seq \(workers * 6)); do echo "$S/group.jpg"; done \
                | xargs -P \(workers * 2) -I PICTURE \(ServeProgram.curl) -f -o /dev/null \
                    -H Content-Type:image/jpeg -H 'Deadline-Ms: 60000' \
                    --data-binary @PICTURE http://localhost/v1/score
            awk '/VmHWM/ { print $2 }' /proc/$PID/status
            """)
        try #require(result.status == 0, "\(result)")
        return try #require(result.lines.last.flatMap { Int($0) }, "\(result)")
    }

    @Test("a worker needs no more memory than the check at the start assumes")
    func workers() throws {
        let (few, many) = (2, 8)
        let growth = try peak(workers: many) - peak(workers: few)
        func counted(_ workers: Int) -> Int {
            var configuration = ServiceConfiguration()
            configuration.workers = workers
            return configuration.maxMemoryBytes / 1000
        }
        #expect(growth <= counted(many) - counted(few))
        #expect(growth >= (counted(many) - counted(few)) / 2)
    }

    @Test("limits that exceed the memory are rejected at the start with a remedy")
    func limitsExceedMemory() throws {
        let result = try Program.shell(
            "ulimit -v 400000; $F serve --socket s --max-file-size 50MB --max-pixels 64MP")
        #expect(result.status == 3)
        #expect(result.errors.contains("--max-file-size 50MB"))
        #expect(result.errors.contains("MemoryMax="))
    }

    @Test("memory that remains after an attack does not exceed the need of the next one")
    func repeatedAttacks() throws {
        let growth = try growth(
            under: "crowds", "strangers", "sockets", "crowds", "largest", "rectangles", seconds: 4)
        #expect(growth <= 34)
    }
}
