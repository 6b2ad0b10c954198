import CFacialFun
import FacialFunWire
import Glibc
import NeuralNetwork

/// Work of the capture thread: fetches frames, detects faults, and waits for a disconnected camera.
final class CaptureThread {
    /// Reason why fetching frames ended.
    private enum End {
        case stopped
        case fault(FacialFunError)
    }

    /// Number of consecutive failures after which the camera is restarted.
    private static let maxFailures = 10

    private let selector: CameraSelector
    private let options: CaptureOptions
    private let queue: EventQueue
    private let wakeUp: WakeUp
    private var session: CaptureSession?
    /// The last used camera, which is searched for after a disconnection.
    private var known: CameraDescription?
    private var lastSequence: Int?
    /// Last reported error of a disconnected camera; nil while it delivers frames.
    private var told: FacialFunError?

    init(
        selector: CameraSelector, options: CaptureOptions, session: CaptureSession?,
        queue: EventQueue, wakeUp: WakeUp
    ) {
        self.selector = selector
        self.options = options
        self.session = session
        self.queue = queue
        self.wakeUp = wakeUp
        known = session?.camera
    }

    /// Starts a thread that runs this work until it ends.
    ///
    /// - Returns: The thread, to be joined.
    /// - Throws: `cameraFailed` if the process cannot create more threads.
    static func start(
        _ body: sending CaptureThread, label: String
    ) throws(FacialFunError) -> SystemThread {
        do throws(Errno) {
            return try SystemThread(name: "camera") { body.run() }
        } catch {
            throw FacialFunError("start a thread for", label, errno: error.number)
        }
    }

    private func run() {
        defer { queue.end() }
        if session == nil, !reconnect() { return }
        while let session {
            let end = fetch(session)
            session.stop()
            self.session = nil
            guard case .fault(let error) = end else { return }
            report(error)
            // Restarts a stalled driver at once; pauses after other faults.
            let pause = error.code == .cameraStalled ? 0 : options.retryMilliseconds
            if !sleeps(milliseconds: pause) || !reconnect() { return }
        }
    }

    /// Reports an error once.
    ///
    /// Suppresses repeated "not found" errors while it searches for the camera.
    private func report(_ error: FacialFunError) {
        if let told, told.code == error.code || error.code == .cameraNotFound { return }
        if told == nil { queue.count { $0.interruptions += 1 } }
        told = error
        queue.put(.away(error))
    }

    /// Fetches frames until the stream is closed or a fault occurs.
    private func fetch(_ session: CaptureSession) -> End {
        let stall = Int64(options.stallMilliseconds) * 1_000_000
        var deadline = MonotonicClock.nanoseconds + stall
        var failures = 0
        var damagedOnly = false
        lastSequence = nil
        while true {
            let rest = deadline - MonotonicClock.nanoseconds
            guard rest > 0 else {
                return .fault(
                    .stalled(
                        session.camera.label, milliseconds: options.stallMilliseconds,
                        damagedOnly: damagedOnly))
            }
            var requests = [
                pollfd(fd: session.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&requests, 2, Int32(clamping: (rest + 999_999) / 1_000_000))
            if requests[1].revents != 0 { return .stopped }
            guard ready > 0 else { continue }
            switch deliver(session) {
            case .some(0):
                // If the descriptor is readable but there is no frame, the device has an error.
                // Without this check the loop would spin.
                failures += 1
                if !sleeps(milliseconds: 10) { return .stopped }
            case .some(let whole):
                failures = 0
                // A stream of only damaged frames counts as failed.
                damagedOnly = whole < 0
                if whole > 0 { deadline = MonotonicClock.nanoseconds + stall }
            case .none:
                failures += 1
            }
            if let error = fault(session, failures) { return .fault(error) }
        }
    }

    /// The last error while fetching frames.
    private var lastError: Int32 = 0

    /// Delivers the driver's frames.
    ///
    /// Returns the number of complete frames, -1 if all were damaged, 0 if there were none, and nil
    /// if fetching failed.
    private func deliver(_ session: CaptureSession) -> Int? {
        var whole = 0
        var damaged = 0
        while true {
            switch session.next() {
            case .frame(let frame):
                note(sequence: frame.sequence)
                if told != nil {
                    told = nil
                    queue.put(.back(frame.mode))
                }
                queue.put(.frame(frame))
                whole += 1
            case .damaged(let sequence):
                note(sequence: sequence)
                queue.count { $0.damaged += 1 }
                damaged += 1
            case .nothing:
                lastError = 0
                return whole > 0 ? whole : damaged > 0 ? -1 : 0
            case .failed(let number):
                lastError = number
                return nil
            }
        }
    }

    /// Counts the frames lost since the last one.
    private func note(sequence: Int) {
        defer { lastSequence = sequence }
        guard let lastSequence, sequence > lastSequence + 1 else { return }
        let gap = sequence - lastSequence - 1
        queue.count { $0.lost += gap }
    }

    /// Error for a number of failures; nil while they are tolerated.
    private func fault(_ session: CaptureSession, _ failures: Int) -> FacialFunError? {
        guard failures > 0 else { return nil }
        let label = session.camera.label
        if lastError == ENODEV || lastError == ENXIO || access(session.camera.path, F_OK) != 0 {
            return .unplugged(label)
        }
        guard failures >= Self.maxFailures else { return nil }
        return FacialFunError("get frames from", label, errno: lastError == 0 ? EIO : lastError)
    }

    /// Tries to open the camera until it is available; returns false if the stream is closed first.
    private func reconnect() -> Bool {
        while true {
            do throws(FacialFunError) {
                let camera = try find()
                session = try CaptureSession(camera: camera, options: options)
                known = camera
                return true
            } catch {
                report(error)
            }
            if !sleeps(milliseconds: options.retryMilliseconds) { return false }
        }
    }

    /// Finds the previous camera, even under another path; otherwise the requested one.
    private func find() throws(FacialFunError) -> CameraDescription {
        guard let known else { return try CameraList.find(selector) }
        let cameras = CameraList.all().filter { $0.isSame(as: known) }
        let camera = cameras.first { $0.path == known.path } ?? cameras.first(where: \.isUsable)
        guard let camera else { return try CameraList.find(selector) }
        if let obstacle = camera.obstacle { throw obstacle }
        return camera
    }

    /// Waits; returns false if the stream is closed.
    private func sleeps(milliseconds: Int) -> Bool {
        var request = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
        let deadline = MonotonicClock.nanoseconds + Int64(milliseconds) * 1_000_000
        while true {
            let rest = max(0, deadline - MonotonicClock.nanoseconds)
            let ready = poll(&request, 1, Int32(clamping: (rest + 999_999) / 1_000_000))
            if ready > 0 { return false }
            if MonotonicClock.nanoseconds >= deadline { return true }
        }
    }
}
