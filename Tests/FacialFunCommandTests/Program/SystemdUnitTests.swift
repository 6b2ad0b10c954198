import Foundation
import Testing
import TestSupport

/// The units for systemd, as `make install` installs them.
struct SystemdUnitTests {
    private static let hasAnalyze = FileManager.default.isExecutableFile(
        atPath: "/usr/bin/systemd-analyze")

    @Test("the sandbox is strict by systemd's own rating", .enabled(if: hasAnalyze))
    func sandbox() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            sed 's|@BINDIR@|/usr/local/bin|' "$UNITS/facialfun.service" >facialfun.service
            cp "$UNITS/facialfun.socket" .
            # 0 is no exposure, 100 all of it.
            systemd-analyze security --offline=yes --threshold=10 "$PWD/facialfun.service"
            """, in: folder, variables: ["UNITS": Program.package + "/Packaging/systemd"])
        #expect(result.status == 0, "\(result.output.suffix(2000)) \(result.errors)")
        #expect(result.output.contains("Overall exposure level"))
    }

    @Test("systemd accepts every line of both units", .enabled(if: hasAnalyze))
    func syntax() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            # It looks whether the program is there.
            sed 's|@BINDIR@/facialfun|/bin/true|' "$UNITS/facialfun.service" >facialfun.service
            cp "$UNITS/facialfun.socket" .
            systemd-analyze verify --user ./facialfun.service ./facialfun.socket
            """, in: folder,
            variables: [
                "UNITS": Program.package + "/Packaging/systemd", "XDG_RUNTIME_DIR": folder.path,
            ])
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test("a path with special characters of sed or systemd is unchanged in the unit")
    func path() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            #"""
            mkdir 'a&b|c %h d'; ln -s /bin/true 'a&b|c %h d/facialfun'
            "$UNITS/write-service" "$PWD/a&b|c %h d" >facialfun.service
            sed -n 's/^ExecStart=//p' facialfun.service
            if test -x /usr/bin/systemd-analyze; then
                cp "$UNITS/facialfun.socket" .
                systemd-analyze verify --user ./facialfun.service ./facialfun.socket
            fi
            "$UNITS/write-service" relative/bin; echo "status $?"
            """#, in: folder,
            variables: [
                "UNITS": Program.package + "/Packaging/systemd", "XDG_RUNTIME_DIR": folder.path,
            ])
        #expect(
            result.lines == [
                #"\#(folder.path)/a&b|c\x20%%h\x20d/facialfun serve"#, "status 64",
            ], "\(result)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test("the service has no network access, and only its owner can connect")
    func rules() throws {
        let units = Program.package + "/Packaging/systemd/"
        let service = try String(contentsOfFile: units + "facialfun.service", encoding: .utf8)
        for line in [
            "RestrictAddressFamilies=AF_UNIX", "PrivateNetwork=yes", "NoNewPrivileges=yes",
            "DevicePolicy=closed", "ProtectSystem=strict", "ProtectHome=read-only",
        ] {
            #expect(service.contains("\n" + line + "\n"))
        }
        let socket = try String(contentsOfFile: units + "facialfun.socket", encoding: .utf8)
        #expect(socket.contains("\nSocketMode=0600\n"))
        #expect(socket.contains("\nListenStream=%t/facialfun.sock\n"))
    }
}
