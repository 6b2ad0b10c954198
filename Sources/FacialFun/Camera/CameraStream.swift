import FacialFunWire
import Glibc
import NeuralNetwork

/// The frames of a camera, the newest first: an `AsyncSequence`, or ``next(within:)`` for a
/// blocking thread.
///
/// Fetches frames on its own thread. Slow consumers get the newest frame and miss earlier ones
/// (``CaptureCounters/replaced``). If the camera disconnects or stalls, the stream emits
/// ``CameraEvent/away(_:)`` and waits for it; it may return under another path. Only one consumer
/// at a time may take frames.
package final class CameraStream: Sendable {
    /// The camera; nil if it was not connected at the start.
    package let camera: CameraDescription?
    /// Mode at the start.
    package let mode: CameraMode?
    private let queue: EventQueue
    private let wakeUp: WakeUp
    private let thread: Monitor<SystemThread?>

    /// Result of waiting for an event.
    package enum WaitResult: Sendable {
        /// An event.
        case event(CameraEvent)
        /// Nothing happened in time.
        case nothing
        /// The stream was closed.
        case closed
    }

    /// Opens and starts a camera.
    ///
    /// - Parameters:
    ///   - selector: The selected camera.
    ///   - options: The requested settings.
    /// - Throws: The reason why it delivers no pictures; with ``CaptureOptions/waitsAtStart``, only
    ///   errors that waiting cannot resolve.
    package init(
        _ selector: CameraSelector, options: CaptureOptions = CaptureOptions()
    ) throws(FacialFunError) {
        queue = EventQueue()
        wakeUp = try WakeUp(label: selector.description)
        var session: CaptureSession?
        do throws(FacialFunError) {
            session = try CaptureSession(camera: CameraList.find(selector), options: options)
        } catch {
            guard options.waitsAtStart else { throw error }
        }
        camera = session?.camera
        mode = session?.mode
        let label = camera?.label ?? selector.description
        let body = CaptureThread(
            selector: selector, options: options, session: session, queue: queue, wakeUp: wakeUp)
        thread = Monitor(try CaptureThread.start(body, label: label))
    }

    /// Creates a stream of events from another source: no camera is opened, and no thread runs.
    ///
    /// - Throws: `cameraFailed` if there are no descriptors left.
    init(events queue: EventQueue) throws(FacialFunError) {
        self.queue = queue
        wakeUp = try WakeUp(label: "no camera")
        camera = nil
        mode = nil
        thread = Monitor(nil)
    }

    deinit { close() }

    /// Stops the camera and waits until it is closed.
    ///
    /// A consumer receives the pending events, and then the end of the stream. May be called several
    /// times, and from any thread.
    package func close() {
        wakeUp.ring()
        // A second caller waits for the first.
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    /// Frame counts so far.
    package var counters: CaptureCounters { queue.counters }

    /// Takes the next event, on a thread that may block.
    ///
    /// - Parameter milliseconds: Timeout; nil for none.
    /// - Returns: The event, nothing, or the end of the stream.
    package func next(within milliseconds: Int? = nil) -> WaitResult {
        let deadline = milliseconds.map { MonotonicClock.nanoseconds + Int64($0) * 1_000_000 }
        switch queue.take(until: deadline) {
        case .event(let event): return .event(event)
        case .ended: return .closed
        case nil: return .nothing
        }
    }
}

extension CameraStream: AsyncSequence {
    /// Element of the sequence.
    package typealias Element = CameraEvent
    /// A closed stream ends; it never fails.
    package typealias Failure = Never

    /// Iterator over the events of a stream.
    package struct AsyncIterator: AsyncIteratorProtocol {
        let stream: CameraStream

        /// Next event; nil if the stream is closed or the task is canceled.
        package func next() async -> CameraEvent? { await stream.queue.next() }

        /// Next event; nil if the stream is closed or the task is canceled.
        package func next(isolation actor: isolated (any Actor)?) async -> CameraEvent? {
            await stream.queue.next()
        }
    }

    /// Starts taking events; the stream stays open while the iterator exists.
    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }
}
