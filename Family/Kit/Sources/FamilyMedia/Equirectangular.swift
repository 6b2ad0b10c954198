package import FacialFun
import Foundation

/// A perspective view of an equirectangular picture, as seen by a camera at its center.
package struct PerspectiveView: Hashable, Sendable {
    /// The direction of the view's center, in degrees.
    package let yaw: Double
    package let pitch: Double
    /// The angle between the left and the right edge, in degrees.
    package let fieldOfView: Double
    /// Width and height in pixels.
    package let side: Int

    package init(yaw: Double, pitch: Double, fieldOfView: Double = 75, side: Int = 640) {
        self.yaw = yaw
        self.pitch = pitch
        self.fieldOfView = fieldOfView
        self.side = side
    }

    /// Overlapping views that cover everything between 70° below and 70° above the horizon.
    package static let overlapping = [0.0, -35, 35].flatMap { pitch in
        stride(from: -180.0, to: 180, by: pitch == 0 ? 45 : 60).map {
            PerspectiveView(yaw: $0, pitch: pitch)
        }
    }

    /// The direction of a point of the view, in degrees.
    package func direction(x: Double, y: Double) -> (yaw: Double, pitch: Double) {
        let half = Double(side) / 2
        let depth = half / tan(fieldOfView * .pi / 360)
        let tilt = pitch * .pi / 180
        let (right, up) = (x - half, half - y)
        let height = up * cos(tilt) + depth * sin(tilt)
        let forward = depth * cos(tilt) - up * sin(tilt)
        let angle = atan2(right, forward) * 180 / .pi + yaw
        return (
            Self.wrapped(angle),
            atan2(height, (right * right + forward * forward).squareRoot()) * 180 / .pi
        )
    }

    /// Renders the view of a panorama with linear interpolation, also across the seam.
    package func image(of panorama: Image) -> Image {
        let (width, height) = (panorama.width, panorama.height)
        return panorama.withPixels { pixels in
            Image(width: side, height: side) { output in
                for y in 0..<side {
                    for x in 0..<side {
                        let (yaw, pitch) = direction(x: Double(x) + 0.5, y: Double(y) + 0.5)
                        let u = (yaw + 180) / 360 * Double(width) - 0.5
                        let v = min(
                            max((90 - pitch) / 180 * Double(height) - 0.5, 0), Double(height - 1))
                        let (column, row) = (Int(u.rounded(.down)), Int(v))
                        let (a, b) = (u - Double(column), v - Double(row))
                        let left = (column + width) % width
                        let right = (column + 1) % width
                        let below = min(row + 1, height - 1)
                        for channel in 0..<3 {
                            func sample(_ x: Int, _ y: Int) -> Double {
                                Double(pixels[(y * width + x) * 3 + channel])
                            }
                            let value =
                                (sample(left, row) * (1 - a) + sample(right, row) * a) * (1 - b)
                                + (sample(left, below) * (1 - a) + sample(right, below) * a) * b
                            output[(y * side + x) * 3 + channel] = UInt8(value.rounded())
                        }
                    }
                }
            }
        }
    }

    /// Wraps an angle into −180…180.
    static func wrapped(_ angle: Double) -> Double {
        let turned = (angle + 180).truncatingRemainder(dividingBy: 360)
        return (turned < 0 ? turned + 360 : turned) - 180
    }
}
