import CFacialFun
import FacialFunWire

#if canImport(Glibc)
    import Glibc
#endif

/// A gray picture in floating point, row-major, 0…255, in borrowed memory.
struct GrayImage {
    let width: Int
    let height: Int
    let values: UnsafeMutableBufferPointer<Float>

    /// A Gaussian kernel.
    struct GaussianKernel {
        let radius: Int
        let weights: [Float]

        /// Weights up to three standard deviations from the center.
        ///
        /// - Parameter sigma: The standard deviation in pixels.
        init(_ sigma: Double) {
            let radius = Int((3 * sigma).rounded(.up))
            let gaussian = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
            weights = gaussian.map { Float($0 / gaussian.reduce(0, +)) }
            self.radius = radius
        }
    }

    /// Writes this plane, blurred, into another; edge pixels are repeated.
    ///
    /// - Parameters:
    ///   - gaussian: The Gaussian.
    ///   - rows: Memory for as many numbers as the plane has.
    ///   - result: A plane of the same size.
    func blur(
        _ gaussian: GaussianKernel, rows: UnsafeMutableBufferPointer<Float>, into result: GrayImage
    ) {
        guard let from = values.baseAddress, let between = rows.baseAddress,
            let to = result.values.baseAddress
        else { return }
        gaussian.weights.withUnsafeBufferPointer { weights in
            guard let kernel = weights.baseAddress else { return }
            cik_blur(from, Int32(width), Int32(height), kernel, Int32(gaussian.radius), between, to)
        }
    }

    /// The mean over an oval of the squared differences to the right and lower neighbors.
    func gradientEnergy(in oval: FaceOval) -> Double {
        var (sum, count) = (0.0, 0)
        for y in 0..<height - 1 {
            for x in oval.columns(row: y, width: width, height: height) where x < width - 1 {
                let here = values[y * width + x]
                let (right, below) = (values[y * width + x + 1], values[(y + 1) * width + x])
                sum += Double((right - here) * (right - here) + (below - here) * (below - here))
                count += 1
            }
        }
        return count > 0 ? sum / Double(count) : 0
    }
}
