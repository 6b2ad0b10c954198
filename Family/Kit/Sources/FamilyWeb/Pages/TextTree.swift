import Mustache

/// A language's catalog as templates access it: `{{text.login.title}}` is the key `login.title`.
///
/// A key may have a text of its own and also be the prefix of other keys.
package struct TextTree: MustacheParent, MustacheCustomRenderable, Sendable {
    private var sentence: String?
    private var children: [String: TextTree] = [:]

    /// Makes a tree from a flat catalog.
    package init(_ texts: [String: String]) {
        for (key, sentence) in texts { insert(sentence, at: key.split(separator: ".")[...]) }
    }

    private init() {}

    private mutating func insert(_ sentence: String, at path: ArraySlice<Substring>) {
        guard let name = path.first else {
            self.sentence = sentence
            return
        }
        children[String(name), default: TextTree()].insert(sentence, at: path.dropFirst())
    }

    package func child(named name: String) -> Any? { children[name] }
    package var renderText: String { sentence ?? "" }
    package var isNull: Bool { sentence == nil && children.isEmpty }
}
