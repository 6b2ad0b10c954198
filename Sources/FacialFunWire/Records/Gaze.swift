/// The direction of the eyes, in degrees relative to the line from the eye to the camera.
///
/// Both angles are 0 for a look into the camera.
public struct Gaze: Hashable, Decodable, Sendable {
    /// The direction of an eye, or the mean of both.
    public struct Direction: Hashable, Decodable, Sendable {
        /// Positive is to the viewer's right.
        public var yaw: Double
        /// Positive is upwards.
        public var pitch: Double

        /// Makes a direction from its angles in degrees.
        public init(yaw: Double, pitch: Double) {
            self.yaw = yaw
            self.pitch = pitch
        }
    }

    /// The subject's right eye.
    public var right: Direction
    /// The subject's left eye.
    public var left: Direction
    /// The mean of both, the more reliable figure.
    public var mean: Direction

    /// Makes a gaze from both eyes.
    public init(right: Direction, left: Direction) {
        self.right = right
        self.left = left
        mean = Direction(
            yaw: (right.yaw + left.yaw) / 2, pitch: (right.pitch + left.pitch) / 2)
    }
}
