import FacialFunWire
import Glibc
import Testing

struct ErrnoTests {
    @Test("the error text fits into the middle of a sentence")
    func words() {
        #expect("\(Errno(ENOENT))" == "no such file or directory")
        #expect("\(Errno(EACCES))" == "permission denied")
    }

    @Test("an interrupted call is repeated")
    func interruption() throws {
        var calls = 0
        let result = try Errno.check {
            calls += 1
            if calls < 3 {
                errno = EINTR
                return -1
            }
            return 5
        }
        #expect(result == 5)
        #expect(calls == 3)
    }

    @Test("another error is thrown with its number")
    func failure() {
        #expect(throws: Errno(EBADF)) {
            try Errno.check { close(-1) }
        }
    }

    @Test("a duration is given in milliseconds")
    func milliseconds() {
        #expect(Duration.microseconds(1_500).milliseconds == 1.5)
        #expect((Duration.seconds(2) + .nanoseconds(500)).milliseconds == 2_000.0005)
    }
}
