import FacialFunWire
import Testing

@testable import FacialFun

struct AnchorGridTests {
    @Test("The original's input size has its 896 anchors")
    func originalNumberOfAnchors() {
        #expect(AnchorGrid(height: 128, width: 128).count == 896)
    }

    @Test("Anchors are the centers of cells of 8 and then 16 pixels, row by row")
    func order() {
        let grid = AnchorGrid(height: 128, width: 128)
        #expect(grid[0] == Point(x: 4, y: 4))
        #expect(grid[1] == Point(x: 4, y: 4))
        #expect(grid[2] == Point(x: 12, y: 4))
        #expect(grid[32] == Point(x: 4, y: 12))
        #expect(grid[511] == Point(x: 124, y: 124))
        #expect(grid[512] == Point(x: 8, y: 8))
        #expect(grid[518] == Point(x: 24, y: 8))
        #expect(grid[895] == Point(x: 120, y: 120))
    }

    @Test("Wide inputs have wide grids")
    func wide() {
        let grid = AnchorGrid(height: 32, width: 64)
        #expect(grid.count == 4 * 8 * 2 + 2 * 4 * 6)
        #expect(grid[16] == Point(x: 4, y: 12))
        #expect(grid[64 + 24] == Point(x: 8, y: 24))
    }
}
