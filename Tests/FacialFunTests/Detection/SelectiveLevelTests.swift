import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

/// The finest level, which is searched only where the coarser level is uncertain.
struct SelectiveLevelTests {
    private func level(_ width: Int, _ height: Int, step: Double = 1) throws -> SelectiveLevel {
        let plan = SearchPlan(width: width, height: height, smallestFace: 40 * step)
        let level = try #require(plan.selective)
        #expect(level.step == step && plan.steps.last == step)
        return level
    }

    private func suspected(_ cells: [(Int, Int)], of level: SelectiveLevel) -> SuspectedCells {
        var suspected = SuspectedCells()
        suspected.begin(rows: level.rows, columns: level.columns)
        for (row, column) in cells { suspected.insert(row: row, column: column) }
        return suspected
    }

    @Test(
        "Large pictures are searched for small faces only at suspected places, with half the step"
    )
    func plan() throws {
        for (width, height, step) in [(640, 480, 1.0), (1280, 720, 1), (4000, 3000, 1.5)] {
            let plan = SearchPlan(width: width, height: height, smallestFace: 40 * step)
            let level = try #require(plan.selective)
            #expect(plan.steps.suffix(2) == [2 * step, step] && level.step == step)
            #expect(plan.selectingWindows > 0)
            #expect(
                plan.windows.suffix(plan.selectingWindows).allSatisfy {
                    $0.inputToImage.a == 2 * step
                })
            #expect(plan.windows.allSatisfy { $0.inputToImage.a >= 2 * step })
            let coarse = SearchPlan.evaluations(plan.windows)
            #expect(coarse < plan.evaluations / 2)
        }
    }

    @Test(
        "Cheap levels, enlarged images and networks without suspicion are searched completely",
        arguments: [
            (640, 480, 80.0, true), (640, 480, 60, true), (420, 420, 40, true),
            (640, 480, 30, true), (640, 480, 40, false),
            (48, 48, 24, true),
        ])
    func everywhere(width: Int, height: Int, smallestFace: Double, selects: Bool) {
        let plan = SearchPlan(
            width: width, height: height, smallestFace: smallestFace, selects: selects)
        #expect(plan.selective == nil && plan.selectingWindows == 0)
    }

    @Test("Without suspected cells no window is searched; one cell needs at most one evaluation")
    func single() throws {
        let level = try level(640, 480)
        #expect(level.windows(about: suspected([], of: level)).isEmpty)
        for cell in [(0, 0), (10, 20), (29, 39), (0, 39), (29, 0)] {
            let windows = level.windows(about: suspected([cell], of: level))
            #expect(windows.count == 1)
            #expect(SearchPlan.evaluations(windows) <= 1)
        }
    }

    @Test(
        "Every suspected cell is in one window with its surroundings inside the image",
        arguments: [(640, 480, 1.0), (1280, 720, 1), (1920, 1080, 1.5), (3000, 4000, 1)])
    func coverage(width: Int, height: Int, step: Double) throws {
        let level = try level(width, height, step: step)
        var generator = SeededGenerator(seed: 9)
        for count in [1, 2, 5, 20, 100] {
            let cells = (0..<count).map { _ in
                (
                    Int.random(in: 0..<level.rows, using: &generator),
                    Int.random(in: 0..<level.columns, using: &generator)
                )
            }
            let windows = level.windows(about: suspected(cells, of: level))
            #expect(
                SearchPlan.evaluations(windows) <= SearchPlan.evaluations(level.everywhere) + 1e-9)
            for (row, column) in cells {
                #expect(windows.contains { holds($0, row, column, of: level) })
            }
            for window in windows {
                #expect(window.width % 32 == 0 && 96...512 ~= window.width)
                #expect(window.height % 32 == 0 && 96...512 ~= window.height)
            }
        }
    }

    /// Whether a window contains a cell and the area of a face around it, within the image.
    private func holds(
        _ window: SearchPlan.Window, _ row: Int, _ column: Int, of level: SelectiveLevel
    ) -> Bool {
        let side = Double(SelectiveLevel.cellSide), margin = Double(SelectiveLevel.surroundings)
        let corner = window.inputToImage.apply(Point(x: 0, y: 0))
        let (left, top) = (corner.x / level.step, corner.y / level.step)
        let (low, high) = (Double(column) * side - margin, Double(column + 1) * side + margin)
        let (above, below) = (Double(row) * side - margin, Double(row + 1) * side + margin)
        return left <= max(low, 0) + 1 && left + Double(window.width) >= min(high, level.width) - 1
            && top <= max(above, 0) + 1
            && top + Double(window.height) >= min(below, level.height) - 1
    }

    @Test("If all cells are suspected, the whole level is searched")
    func suspicionEverywhere() throws {
        let level = try level(640, 480)
        let all = (0..<level.rows).flatMap { row in (0..<level.columns).map { (row, $0) } }
        #expect(level.windows(about: suspected(all, of: level)) == level.everywhere)
    }

    @Test("Neighboring cells share a window, distant cells do not")
    func grouping() throws {
        let level = try level(1280, 720)
        #expect(level.windows(about: suspected([(5, 5), (6, 6)], of: level)).count == 1)
        #expect(level.windows(about: suspected([(5, 5), (40, 70)], of: level)).count == 2)
    }

    @Test("Cells inside a wide face that a coarser level confirmed are not searched again")
    func settled() throws {
        let level = try level(640, 480)
        func face(width: Double, confidence: Double) -> Face {
            Face(
                box: Box(x: 100, y: 100, width: width, height: width),
                keypoints: FaceKeypoints(
                    rightEye: Point(x: 0, y: 0), leftEye: Point(x: 0, y: 0),
                    noseTip: Point(x: 0, y: 0), mouthCentre: Point(x: 0, y: 0),
                    rightEar: Point(x: 0, y: 0), leftEar: Point(x: 0, y: 0)),
                confidence: confidence)
        }
        #expect(level.isSettling(face(width: 150, confidence: 0.8)))
        #expect(!level.isSettling(face(width: 150, confidence: 0.7)))
        #expect(!level.isSettling(face(width: 90, confidence: 0.9)))
        var cells = suspected([(10, 10), (2, 2), (14, 14), (20, 10)], of: level)
        cells.remove(inside: face(width: 150, confidence: 0.8).box, of: level)
        #expect(cells.count == 2)
        #expect(cells.contains(row: 2, column: 2) && cells.contains(row: 20, column: 10))
    }

    @Test(
        "A search for near faces starts at one level and continues with a finer and a coarser one",
        arguments: [(640, 480, 1.0), (480, 640, 1), (1280, 720, 1.5), (350, 350, 1)])
    func near(width: Int, height: Int, most: Double) throws {
        let smallest = SearchBudget.live.smallestFace(width: width, height: height)
        for selects in [true, false] {
            let plan = SearchPlan(
                width: width, height: height, smallestFace: smallest, selects: selects)
            let level = try #require(plan.selective)
            #expect(level.suspicion == .faintAnchors && level.step == smallest / 40)
            #expect(plan.windows.allSatisfy { $0.inputToImage.a == level.step * 5 / 3 })
            #expect(plan.reserve.allSatisfy { $0.inputToImage.a > level.step * 5 / 3 })
            #expect(plan.reserve.isEmpty == (width == height))
            #expect(SearchPlan.evaluations(plan.windows) <= most)
        }
    }

    @Test("In a search for near faces one window covers all suspected cells")
    func oneWindow() throws {
        let level = try #require(
            SearchPlan(width: 640, height: 480, smallestFace: 120).selective)
        for cells in [[(1, 1)], [(9, 13)], [(4, 4), (6, 6)], [(8, 3), (9, 8)]] {
            let window = try #require(level.window(about: suspected(cells, of: level)))
            #expect(cells.allSatisfy { holds(window, $0.0, $0.1, of: level) })
            #expect([window] == level.windows(about: suspected(cells, of: level)))
        }
        #expect(level.window(about: suspected([(0, 0), (9, 13)], of: level)) == nil)
        #expect(level.window(about: suspected([], of: level)) == nil)
    }

    @Test("In a search for near faces a confident face of any width settles its place")
    func confidentNearFaceSettles() throws {
        let level = try #require(
            SearchPlan(width: 640, height: 480, smallestFace: 120).selective)
        func isSettling(_ width: Double, _ confidence: Double) -> Bool {
            let point = Point(x: 0, y: 0)
            return level.isSettling(
                Face(
                    box: Box(x: 9, y: 9, width: width, height: width),
                    keypoints: FaceKeypoints(
                        rightEye: point, leftEye: point, noseTip: point, mouthCentre: point,
                        rightEar: point, leftEar: point),
                    confidence: confidence))
        }
        #expect(isSettling(100, 0.8) && isSettling(300, 0.8))
        #expect(!isSettling(100, 0.7) && !isSettling(50, 0.9))
    }

    @Test("A near face is found alone and next to a more confident one, anywhere in the picture")
    func nearFaces() throws {
        let detector = try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
        let portrait = try SamplePicture.decoded("collins.jpg")
        for (x, y, width) in [
            (20.0, 10.0, 120.0), (400, 10, 130), (20, 300, 120), (420, 300, 140), (150, 60, 250),
        ] {
            // Her face is 104 pixels wide at (172, 74).
            let scale = 104 / width
            let image = portrait.warped(
                SimilarityTransform(
                    a: scale, b: 0, tx: 172 - x * scale, ty: 74 - y * scale),
                width: 640, height: 480)
            let expected = Box(x: x, y: y, width: width, height: width)
            let found = try detector.detect(in: image, smallestFace: 120)
            #expect(found.count == 1, "at \(x), \(y)")
            #expect(found.contains { $0.box.intersectionOverUnion(expected) > 0.6 })
        }
    }

    @Test(
        "Small faces are found everywhere, including next to a large one and at the edges"
    )
    func smallFaces() throws {
        let detector = try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
        let portrait = try SamplePicture.decoded("collins.jpg")
        // Her face is 104 pixels wide at (172, 74), here 42.
        let scale = 104.0 / 42
        for (x, y) in [(-60.0, -20.0), (460, -20), (217, 131), (460, 330), (-60, 330)] {
            let image = portrait.warped(
                SimilarityTransform(a: scale, b: 0, tx: -x * scale, ty: -y * scale),
                width: 640, height: 480)
            let found = try detector.detect(in: image, smallestFace: 40)
            #expect(found.count == 1, "at \(x), \(y)")
            let expected = Box(x: x + 172 / scale, y: y + 74 / scale, width: 42, height: 43)
            #expect(found.contains { $0.box.intersectionOverUnion(expected) > 0.6 })
        }
    }
}
