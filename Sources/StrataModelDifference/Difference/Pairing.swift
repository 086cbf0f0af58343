import StrataModelFormat

/// The elements of two versions, paired if they are versions of the same element.
///
/// Elements are paired as Core Data infers it: by the renaming identifier, which is the name if
/// none is set. An identifier that someone has set says more than a name, so it comes first, in
/// whichever order the file has its elements:
///
///     version 1: title
///     version 2: heading (renamed from title), title      heading continues title, and title is new
///     version 3: heading (renamed from title), title      both continue themselves
struct Pairing<Element: AnnotatedElement> {
    /// The pairs in the order of the new version, with the removed elements last.
    private(set) var pairs: [(old: Element?, new: Element?)] = []

    init(_ old: [Element], _ new: [Element]) {
        var rest = old
        var found: [Int: Element] = [:]
        for isSame in Self.rules {
            for (position, element) in new.enumerated() where found[position] == nil {
                found[position] = rest.firstIndex { isSame($0, element) }.map { rest.remove(at: $0) }
            }
        }
        pairs = new.enumerated().map { (found[$0.offset], $0.element) } + rest.map { ($0, nil) }
    }

    /// The rules by which an old and a new element are the same, the strongest first.
    private static var rules: [(Element, Element) -> Bool] {
        [
            { old, new in new.earlierName != nil && old.earlierName == new.earlierName },
            { old, new in new.earlierName == old.name },
            { old, new in new.earlierName == nil && old.earlierName == nil && old.name == new.name },
            { old, new in new.earlierName == nil && old.earlierName == new.name },
            { old, new in old.name == new.name },
        ]
    }
}

extension AnnotatedElement {
    /// The name of the element across versions.
    var identity: String { earlierName ?? name }

    /// The renaming identifier, if it differs from the name.
    var earlierName: String? {
        renamingIdentifier.flatMap { $0 == name || $0.isEmpty ? nil : $0 }
    }
}
