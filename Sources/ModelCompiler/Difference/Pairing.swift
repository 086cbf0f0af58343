import ModelFormat

/// Which elements of two versions are the same one.
///
/// As Core Data infers it: by the renaming identifier, which is the name where none is set. An identifier may also be the plain name
/// that the element has in the old version.
struct Pairing<Element: AnnotatedElement> {
    /// In the order of the new version; what was removed comes last.
    private(set) var pairs: [(old: Element?, new: Element?)] = []

    init(_ old: [Element], _ new: [Element]) {
        var rest = old
        func take(where matches: (Element) -> Bool) -> Element? {
            rest.firstIndex(where: matches).map { rest.remove(at: $0) }
        }
        var found: [Int: Element] = [:]
        // An exact match goes before a plain name, whichever element comes first in the file.
        for (position, element) in new.enumerated() {
            found[position] = take { $0.identity == element.identity }
        }
        for (position, element) in new.enumerated() where found[position] == nil {
            found[position] = take { $0.name == element.identity || $0.name == element.name }
        }
        pairs = new.enumerated().map { (found[$0.offset], $0.element) } + rest.map { ($0, nil) }
    }
}

extension AnnotatedElement {
    /// What the element is called across versions.
    var identity: String {
        renamingIdentifier ?? name
    }
}
