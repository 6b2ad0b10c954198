import CFacialFun
import COpenCV
import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import FacialFun

/// Compares the resampling kernels with OpenCV and with plain loops over random shapes.
@Suite struct KernelTests {
    private static let paths =
        cik_fastest_path() == CIK_PLAIN ? [CIK_PLAIN] : [CIK_PLAIN, cik_fastest_path()]

    private let scratch = ScratchHandle()

    /// Scratch memory that is freed.
    private final class ScratchHandle {
        let scratch: OpaquePointer

        init() {
            guard let made = cik_scratch_make() else { fatalError("no memory") }
            scratch = made
        }

        deinit { cik_scratch_free(scratch) }
    }

    private func warped(
        _ image: Image, _ map: SimilarityTransform, _ width: Int, _ height: Int, _ path: cik_path
    ) -> Image {
        Image(width: width, height: height) { pixels in
            guard let base = pixels.baseAddress else { return }
            let isDone = image.withKernelSource {
                cik_warp(
                    path, $0, cik_similarity(a: map.a, b: map.b, tx: map.tx, ty: map.ty),
                    cik_target(pixels: base, width: Int32(width), height: Int32(height)),
                    scratch.scratch)
            }
            #expect(isDone)
        }
    }

    private func openCVWarped(
        _ image: Image, _ map: SimilarityTransform, _ width: Int, _ height: Int
    ) -> Image {
        Image(width: width, height: height) { pixels in
            guard let base = pixels.baseAddress else { return }
            image.withSource { source in
                let status = facialfun_cv_warp(
                    source,
                    facialfun_cv_similarity(a: map.a, b: map.b, tx: map.tx, ty: map.ty),
                    facialfun_cv_target(
                        pixels: base, width: Int32(width), height: Int32(height)))
                #expect(status == .ok)
            }
        }
    }

    @Test func warpsMatchOpenCVBitForBit() {
        var random = SeededGenerator(seed: 5)
        for number in 0..<300 {
            let image = TestPictures.noise(
                width: Int.random(in: 1...(number % 3 == 0 ? 9 : 200), using: &random),
                height: Int.random(in: 1...(number % 5 == 0 ? 9 : 160), using: &random),
                seed: random.next())
            let scale = exp2(Double.random(in: -3...(number % 7 == 0 ? 9 : 3), using: &random))
            let angle = number % 4 == 0 ? 0 : Double.random(in: -3.2...3.2, using: &random)
            let map = SimilarityTransform(
                a: scale * cos(angle), b: scale * sin(angle),
                tx: Double.random(in: -50...250, using: &random),
                ty: Double.random(in: -50...250, using: &random))
            let (width, height) = (
                Int.random(in: 1...90, using: &random), Int.random(in: 1...70, using: &random)
            )
            let expected = openCVWarped(image, map, width, height)
            for path in Self.paths {
                #expect(
                    warped(image, map, width, height, path) == expected,
                    "\(number): \(image.width)×\(image.height), \(map)")
            }
        }
    }

    @Test func areaMeansMatchOpenCVWithinOne() {
        var random = SeededGenerator(seed: 6)
        for number in 0..<100 {
            let image = TestPictures.noise(
                width: Int.random(in: 1...300, using: &random),
                height: Int.random(in: 1...300, using: &random), seed: random.next())
            // Sizes of exactly one half, of one half rounded up, and any other size.
            let width =
                number % 3 == 0
                ? max(1, image.width / 2) : Int.random(in: 1...image.width, using: &random)
            let height =
                number % 3 == 0
                ? max(1, image.height / 2) : Int.random(in: 1...image.height, using: &random)
            let expected = Image(width: width, height: height) { pixels in
                guard let base = pixels.baseAddress else { return }
                image.withSource { source in
                    let status = facialfun_cv_resize(
                        source,
                        facialfun_cv_target(
                            pixels: base, width: Int32(width), height: Int32(height)))
                    #expect(status == .ok)
                }
            }
            var results: [Image] = []
            for path in Self.paths {
                results.append(
                    Image(width: width, height: height) { pixels in
                        guard let base = pixels.baseAddress else { return }
                        let isDone = image.withKernelSource {
                            cik_area(
                                path, $0,
                                cik_target(
                                    pixels: base, width: Int32(width), height: Int32(height)),
                                scratch.scratch)
                        }
                        #expect(isDone)
                    })
            }
            for result in results {
                #expect(result == results[0])
                #expect(maxDifference(result, expected) <= 1, "\(number)")
            }
        }
    }

    private func maxDifference(_ a: Image, _ b: Image) -> Int {
        a.withPixels { a in
            b.withPixels { b in zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
        }
    }

    @Test func samplesMatchAPlainLoop() {
        var random = SeededGenerator(seed: 7)
        for number in 0..<200 {
            let image = TestPictures.noise(
                width: Int.random(in: 1...60, using: &random),
                height: Int.random(in: 1...40, using: &random), seed: random.next())
            let line = cik_line(
                x: Double.random(in: -5...60, using: &random),
                y: Double.random(in: -5...40, using: &random),
                dx: Double.random(in: -1...1, using: &random),
                dy: number % 2 == 0 ? 0 : Double.random(in: -1...1, using: &random))
            let count = Int.random(in: 1...70, using: &random)
            for path in Self.paths {
                var samples = [Float](repeating: .nan, count: 3 * count + 1)
                samples.withUnsafeMutableBufferPointer { samples in
                    guard let base = samples.baseAddress else { return }
                    image.withKernelSource {
                        cik_sample(path, $0, line, 90, 0.5, -3, base, Int32(count))
                    }
                }
                #expect(samples[3 * count].isNaN)
                for index in 0..<count {
                    let (x, y) = (
                        line.x + Double(index) * line.dx, line.y + Double(index) * line.dy
                    )
                    for channel in 0..<3 {
                        let expected = Float(bilinear(image, x, y, channel, outside: 90) * 0.5 - 3)
                        #expect(abs(samples[3 * index + channel] - expected) < 1e-3)
                    }
                }
            }
        }
    }

    @Test func windowSamplesMatchLineSamples() {
        var random = SeededGenerator(seed: 8)
        for number in 0..<150 {
            let image = TestPictures.noise(
                width: Int.random(in: 1...60, using: &random),
                height: Int.random(in: 1...40, using: &random), seed: random.next())
            let scale = exp2(Double.random(in: -2...3, using: &random))
            // Two thirds of the windows are upright, one third is rotated.
            let angle = number % 3 == 0 ? Double.random(in: -3.2...3.2, using: &random) : 0
            let map = cik_similarity(
                a: scale * cos(angle), b: number % 3 == 0 ? scale * sin(angle) : 0,
                tx: Double.random(in: -40...40, using: &random),
                ty: Double.random(in: -40...40, using: &random))
            let window = cik_window(
                to_picture: map, reduction_x: Double(Int.random(in: 1...3, using: &random)),
                reduction_y: 2)
            let (width, height) = (
                Int.random(in: 1...50, using: &random), Int.random(in: 1...30, using: &random)
            )
            var expected = [Float](repeating: .nan, count: 3 * width * height)
            image.withKernelSource { source in
                expected.withUnsafeMutableBufferPointer { samples in
                    guard let base = samples.baseAddress else { return }
                    for row in 0..<height {
                        let line = cik_line(
                            x: (map.tx - map.b * Double(row)) / window.reduction_x - 0.5,
                            y: (map.ty + map.a * Double(row)) / window.reduction_y - 0.5,
                            dx: map.a / window.reduction_x, dy: map.b / window.reduction_y)
                        cik_sample(
                            CIK_PLAIN, source, line, 90, 0.5, -3, base + 3 * width * row,
                            Int32(width))
                    }
                }
            }
            for path in Self.paths {
                var samples = [Float](repeating: .nan, count: 3 * width * height + 1)
                samples.withUnsafeMutableBufferPointer { samples in
                    guard let base = samples.baseAddress else { return }
                    let isDone = image.withKernelSource {
                        cik_sample_window(
                            path, $0, window, 90, 0.5, -3, base, Int32(width), Int32(height),
                            scratch.scratch)
                    }
                    #expect(isDone)
                }
                #expect(samples.removeLast().isNaN)
                #expect(samples == expected, "\(number), \(path)")
            }
        }
    }

    private func bilinear(
        _ image: Image, _ x: Double, _ y: Double, _ channel: Int, outside: Double
    ) -> Double {
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        func value(_ column: Int, _ row: Int) -> Double {
            guard 0..<image.width ~= column, 0..<image.height ~= row else { return outside }
            return Double(image.pixel(column, row)[channel])
        }
        let (fx, fy) = (x - Double(left), y - Double(top))
        return (value(left, top) * (1 - fx) + value(left + 1, top) * fx) * (1 - fy)
            + (value(left, top + 1) * (1 - fx) + value(left + 1, top + 1) * fx) * fy
    }

    @Test func lumaMatchesOpenCV() {
        let image = TestPictures.noise(width: 257, height: 131)
        var expected = [UInt8](repeating: 0, count: 257 * 131)
        image.withSource { source in
            expected.withUnsafeMutableBufferPointer { gray in
                guard let base = gray.baseAddress else { return }
                #expect(facialfun_cv_gray(source, base) == .ok)
            }
        }
        #expect(image.gray() == expected)
    }

    @Test func pictureInUseIsNotOverwritten() {
        var memory = ReusableImage()
        let first = memory.make(width: 4, height: 3) { $0.update(repeating: 1) }
        let second = memory.make(width: 4, height: 3) { $0.update(repeating: 2) }
        #expect(first.pixel(3, 2) == [1, 1, 1])
        #expect(second.pixel(3, 2) == [2, 2, 2])
    }

    @Test func memoryOfReleasedPicturesIsReused() {
        var memory = ReusableImage()
        func address(_ image: Image) -> UnsafeRawPointer? {
            image.withPixels { UnsafeRawPointer($0.baseAddress) }
        }
        let first = address(memory.make(width: 9, height: 9) { $0.update(repeating: 1) })
        let smaller = memory.make(width: 4, height: 3) { $0.update(repeating: 2) }
        #expect(address(smaller) == first)
        #expect(smaller.withPixels { $0.count } == 36)
    }
}
