import FacialFunServer
import Testing
import TestSupport

/// What the service takes beside its own memory, whatever is sent to it.
struct ServeMemoryTests {
    /// How many megabytes more than at its start the service took at any time of attacks, from four
    /// connections if no number is given, one after the other, as `Benchmarks/hostile-clients.py` makes them.
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

    // Of 120 MB in all, its own are about 80.
    @Test(
        "the largest pictures that are taken cost little memory, from however many connections",
        arguments: ["largest", "rectangles", "heavy", "interlaced", "endless"])
    func largest(attack: String) throws {
        #expect(try growth(under: attack) <= 28)
    }

    // 20 MB and 50 megapixels may come to 358 MB in all, the service's own 80 among them.
    @Test("two clients with the largest pictures of raised limits keep within what these may cost")
    func raised() throws {
        let growth = try growth(
            under: "raised", options: "--max-file-size 20MB --max-pixels 50MP", connections: 2)
        #expect(growth <= 278)
        // What came was taken: two bodies alone are more than the standard limits let in.
        #expect(growth >= 40)
    }

    /// The most kilobytes that a service of so many workers took while all of them scored.
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

    @Test("each worker takes some memory, and no more than the check at the start counts for it")
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

    @Test("limits for which there is no memory are refused at the start, with what to do about it")
    func noMemory() throws {
        let result = try Program.shell(
            "ulimit -v 400000; $F serve --socket s --max-file-size 50MB --max-pixels 64MP")
        #expect(result.status == 3)
        #expect(result.errors.contains("--max-file-size 50MB"))
        #expect(result.errors.contains("MemoryMax="))
    }

    @Test("what one attack left is no more than the next one finds room beside")
    func throughAll() throws {
        let growth = try growth(
            under: "crowds", "strangers", "sockets", "crowds", "largest", "rectangles", seconds: 4)
        #expect(growth <= 34)
    }
}
