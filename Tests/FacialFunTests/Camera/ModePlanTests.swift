import Testing

@testable import FacialFun

struct ModePlanTests {
    private static func format(
        _ text: String, _ sizes: [(width: Int, height: Int, rates: [Double])]
    ) -> OfferedFormat {
        let bytes = Array(text.utf8)
        let code = FourCC(
            bytes.enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * $1.offset) })
        return OfferedFormat(
            code: code, name: text, pixelFormat: PixelFormat(code),
            sizes: sizes.map { .init(width: $0.width, height: $0.height, rates: $0.rates) })
    }

    private static func wish(
        _ width: Int, _ height: Int, rate: Double = 30, format: PixelFormat? = nil
    ) -> CaptureOptions {
        var options = CaptureOptions()
        (options.width, options.height, options.rate) = (width, height, rate)
        options.pixelFormat = format
        return options
    }

    /// Typical modes of webcams: raw formats up to the bandwidth of USB 2, JPEG beyond.
    private static let webcam = [
        format(
            "MJPG",
            [(640, 480, [30, 15]), (1280, 720, [30, 15]), (1920, 1080, [30]), (320, 240, [30])]),
        format("YUYV", [(640, 480, [30, 15]), (1280, 720, [10]), (1920, 1080, [5])]),
    ]

    @Test("at equal size and rate, formats that need no decoder are preferred")
    func raw() throws {
        let plan = try #require(ModePlan.best(of: Self.webcam, for: Self.wish(640, 480)))
        #expect(plan.pixelFormat == .yuyv)
        #expect((plan.width, plan.height, plan.rate) == (640, 480, 30))
    }

    @Test("the frame rate takes precedence over the format")
    func rate() throws {
        let plan = try #require(ModePlan.best(of: Self.webcam, for: Self.wish(1280, 720)))
        #expect(plan.pixelFormat == .mjpeg)
        #expect((plan.width, plan.height, plan.rate) == (1280, 720, 30))
        let slow = try #require(ModePlan.best(of: Self.webcam, for: Self.wish(1280, 720, rate: 10)))
        #expect(slow.pixelFormat == .yuyv)
    }

    @Test("the slowest sufficient rate is chosen")
    func slowestSufficientRate() throws {
        let plan = try #require(ModePlan.best(of: Self.webcam, for: Self.wish(640, 480, rate: 12)))
        #expect(plan.rate == 15)
    }

    @Test(
        "an unsupported size becomes the nearest one, the larger if equal",
        arguments: [
            (640, 360, 640, 480), (800, 600, 1280, 720), (4000, 3000, 1920, 1080),
            (16, 16, 320, 240),
            (330, 250, 320, 240),
        ])
    func nearest(width: Int, height: Int, gotWidth: Int, gotHeight: Int) throws {
        let plan = try #require(ModePlan.best(of: Self.webcam, for: Self.wish(width, height)))
        #expect((plan.width, plan.height) == (gotWidth, gotHeight))
    }

    @Test("only the requested format is chosen")
    func wanted() throws {
        let plan = try #require(
            ModePlan.best(of: Self.webcam, for: Self.wish(640, 480, format: .mjpeg)))
        #expect(plan.pixelFormat == .mjpeg)
        #expect(ModePlan.best(of: Self.webcam, for: Self.wish(640, 480, format: .nv12)) == nil)
    }

    @Test("color is preferred to gray, and gray to formats that need conversion")
    func kinds() throws {
        let size = [(width: 640, height: 480, rates: [30.0])]
        let formats = ["pRAA", "GREY", "NV12"].map { Self.format($0, size) }
        #expect(ModePlan.best(of: formats, for: Self.wish(640, 480))?.pixelFormat == .nv12)
        let poor = try #require(
            ModePlan.best(of: Array(formats.prefix(2)), for: Self.wish(640, 480)))
        #expect(poor.pixelFormat == .gray)
        let foreign = try #require(
            ModePlan.best(of: Array(formats.prefix(1)), for: Self.wish(640, 480)))
        #expect(foreign.pixelFormat == nil)
        #expect(foreign.code.description == "pRAA")
    }

    @Test("the nearest step of a range of sizes is chosen")
    func steps() {
        let range = OfferedFormat.Size(
            width: 32, height: 32, maxWidth: 1024, maxHeight: 768, stepWidth: 16, stepHeight: 8,
            rates: [])
        #expect(range.nearest(width: 640, height: 480) == (640, 480))
        #expect(range.nearest(width: 650, height: 483) == (656, 480))
        #expect(range.nearest(width: 9, height: 9999) == (32, 768))
    }

    @Test("an empty list has no plan, and a camera that lists no rates has no rate")
    func empty() throws {
        #expect(ModePlan.best(of: [], for: Self.wish(640, 480)) == nil)
        let silent = [Self.format("MJPG", [(640, 480, [])])]
        #expect(ModePlan.best(of: silent, for: Self.wish(640, 480))?.rate == 0)
    }

    @Test("the order in which a camera lists its formats does not matter")
    func order() {
        let wish = Self.wish(1280, 720)
        #expect(
            ModePlan.best(of: Self.webcam, for: wish)
                == ModePlan.best(of: Self.webcam.reversed(), for: wish))
    }
}
