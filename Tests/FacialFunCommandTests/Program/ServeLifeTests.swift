import Foundation
import Glibc
import Testing
import TestSupport

/// Start and end of `facialfun serve`, together with other instances and a service manager.
struct ServeLifeTests {
    @Test("a second service is rejected while the first continues; a stale file is replaced")
    func secondService() throws {
        let result = try ServeProgram.run(
            "",
            """
            "$F" serve --socket "$SOCK"; echo "second $?"
            \(ServeProgram.curl) -o /dev/null -w '%{http_code}\\n' http://localhost/healthz
            kill -KILL $PID; wait $PID 2>/dev/null
            test -S "$SOCK" && echo stale
            LOG="$PWD/log2"; : >"$LOG"
            "$F" serve --socket "$SOCK" 2>>"$LOG" & PID=$!
            wait_for grep -q ready "$LOG"
            \(ServeProgram.curl) -o /dev/null -w '%{http_code}\\n' http://localhost/readyz
            """)
        #expect(result.output == "second 3\n200\nstale\n200\n")
        #expect(result.errors.contains("Another server listens on"))
    }

    @Test("closing the terminal ends the service and removes its socket file")
    func closedTerminal() throws {
        let result = try ServeProgram.run(
            "",
            """
            kill -HUP $PID; wait $PID; echo "exit $?"
            test -e "$SOCK" || echo gone
            """)
        #expect(result.output == "exit 0\ngone\n", "\(result)")
    }

    @Test("sockets from systemd are served, and stay at the end")
    func activation() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            python3 - "$F" <<'END'
            import os, socket, subprocess, sys, time, http.client
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("handed")
            listener.listen()
            def child():
                os.dup2(listener.fileno(), 3)
                os.set_inheritable(3, True)
                os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
                os.execv(sys.argv[1], [sys.argv[1], "serve"])
            pid = os.fork()
            if pid == 0:
                child()
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(20)
            client.connect("handed")
            client.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n")
            print(client.recv(1000).split(b"\\r\\n")[0].decode())
            os.kill(pid, 15)
            print("exit", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            print(os.path.exists("handed"))
            END
            """, in: folder)
        #expect(result.output == "HTTP/1.1 200 OK\nexit 0\nTrue\n")
    }

    @Test("the backlog is as long as the system allows, also for an inherited socket")
    func backlog() throws {
        let result = try ServeProgram.run(
            "",
            """
            kill -STOP $PID
            python3 - "$SOCK" <<'END'
            import socket, sys
            clients = []
            while len(clients) < 1000:
                client = socket.socket(socket.AF_UNIX)
                client.setblocking(False)
                try:
                    client.connect(sys.argv[1])
                except BlockingIOError:
                    break
                clients.append(client)
            limit = int(open("/proc/sys/net/core/somaxconn").read())
            print("enough" if len(clients) >= min(1000, limit) else len(clients))
            END
            kill -CONT $PID
            """)
        #expect(result.output == "enough\n", "\(result)")
    }

    @Test("without file descriptors the service waits for free ones instead of spinning")
    func noDescriptors() throws {
        let result = try ServeProgram.run(
            "",
            """
            prlimit --pid $PID --nofile=64:64
            python3 - "$SOCK" $PID <<'END'
            import os, socket, sys, time
            def connect():
                client = socket.socket(socket.AF_UNIX)
                client.settimeout(60)
                client.connect(sys.argv[1])
                return client
            clients = [connect() for _ in range(100)]
            time.sleep(0.3)
            def seconds():
                fields = open(f"/proc/{sys.argv[2]}/stat").read().rsplit(") ")[1].split()
                return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            start = seconds()
            time.sleep(2)
            used = seconds() - start
            print("quiet" if used < 0.5 else f"{used} s")
            # Those who wait are served once there is room.
            for client in clients[:80]:
                client.close()
            clients[-1].sendall(b"GET /healthz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
            print(clients[-1].recv(1000).split(b"\\r\\n")[0].decode())
            END
            """)
        #expect(result.output == "quiet\nHTTP/1.1 200 OK\n", "\(result)")
    }

    @Test(
        "permissions and a group apply only to sockets created here, not to systemd's",
        arguments: [("--mode", "0660", "SocketMode="), ("--group", "users", "SocketGroup=")])
    func activationWithRights(flag: String, value: String, remedy: String) throws {
        let result = try Program.shell(
            """
            exec python3 - "$F" \(flag) \(value) <<'END'
            import os, socket, sys
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("handed")
            listener.listen()
            os.dup2(listener.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
            os.execv(sys.argv[1], [sys.argv[1], "serve"] + sys.argv[2:])
            END
            """, in: TemporaryFolder())
        #expect(result.status == 64)
        #expect(result.errors.contains(flag), "\(result.errors)")
        #expect(result.errors.contains(remedy))
    }

    @Test("a second signal ends a draining service at once")
    func secondSignal() throws {
        let result = try ServeProgram.run(
            "",
            """
            python3 - "$SOCK" $PID "$LOG" <<'END'
            import os, signal, socket, sys, threading, time
            client = socket.socket(socket.AF_UNIX)
            client.connect(sys.argv[1])
            # A request that is never finished keeps the service from ending by itself.
            client.sendall(b"POST /v1/score HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: image/jpeg\\r\\n"
                           b"Content-Length: 1999999\\r\\nDeadline-Ms: 60000\\r\\n\\r\\n" + bytes(500000))
            def dribble():
                while True:
                    time.sleep(0.2)
                    client.sendall(bytes(10000))
            threading.Thread(target=dribble, daemon=True).start()
            def wait(seen):
                while not seen():
                    time.sleep(0.001)
            def metrics():
                other = socket.socket(socket.AF_UNIX)
                other.connect(sys.argv[1])
                other.sendall(b"GET /metrics HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n")
                return other.makefile("rb").read()
            wait(lambda: b"facialfun_body_bytes 0\\n" not in metrics())
            pid = int(sys.argv[2])
            log = open(sys.argv[3])
            os.kill(pid, signal.SIGTERM)
            # From here it waits a second for the request before it ends by itself.
            wait(lambda: "stopping" in log.read())
            os.kill(pid, signal.SIGTERM)
            END
            wait $PID; echo "exit $?"
            grep -c stopped "$LOG"
            """)
        #expect(result.output == "exit 143\n0\n")
    }

    @Test("open event streams are notified of a stop and do not delay it")
    func stopWithOpenStreams() throws {
        let result = try ServeProgram.run(
            "--deadline 20000",
            """
            ID=$(\(ServeProgram.curl) -d '{"target":"fear","level":2}' -H 'Content-Type: application/json' \
                http://localhost/v1/attempts | sed 's/.*"id":"\\([0-9a-f]*\\)".*/\\1/')
            for i in 1 2 3; do
                \(ServeProgram.curl) -N "http://localhost/v1/attempts/$ID/events" >events$i & STREAMS="$STREAMS $!"
            done
            for i in 1 2 3; do wait_for grep -qs status events$i; done
            kill -TERM $PID; wait $PID; echo "exit $?"
            wait $STREAMS; echo "curl $?"
            grep -c 'event: shutdown' events1 events2 events3
            """)
        #expect(
            result.output == "exit 0\ncurl 0\nevents1:1\nevents2:1\nevents3:1\n", "\(result)")
    }
}
