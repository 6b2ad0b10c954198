import FacialFunWire
import Testing

struct CountedTests {
    @Test("one is singular, every other number is plural", arguments: [0, 1, 2, 11, 21, 101])
    func numbers(number: Int) {
        #expect(Counted.text(number, "face") == (number == 1 ? "1 face" : "\(number) faces"))
    }

    @Test("words that depend on the number change with it")
    func phrases() {
        #expect(Counted.text(1, "file is", "files are") == "1 file is")
        #expect(Counted.text(3, "file is", "files are") == "3 files are")
    }

    @Test("for figures as text only 1 itself is singular")
    func figures() {
        #expect(Counted.text("1", "frame a second", "frames a second") == "1 frame a second")
        for figure in ["30, 1", "0.5", "1.0"] {
            #expect(Counted.text(figure, "frame") == "\(figure) frames")
        }
    }
}
