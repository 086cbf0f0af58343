internal import StrataTraps

/// The entries of a rotor, or content that is made of them.
///
///     .accessibilityRotor("Favorites") {
///         ForEach(notes) { note in
///             if note.isFavorite { AccessibilityRotorEntry(note.title, id: note.id) }
///         }
///     }
@MainActor @preconcurrency
public protocol AccessibilityRotorContent {
    /// The type of the body, which the compiler infers.
    associatedtype Body: AccessibilityRotorContent

    /// The content: other entries.
    @AccessibilityRotorContentBuilder var body: Body { get }

    /// Appends the entries. Content with a body inherits an implementation.
    func _collect(into entries: inout _RotorEntries)
}

extension AccessibilityRotorContent {
    /// Appends the entries of the body, which finds the content's dynamic properties installed.
    /// Their storage is that of one list: the next one starts with the initial values.
    public func _collect(into entries: inout _RotorEntries) {
        var content = self
        PropertyPlan.of(Self.self).install(in: &content, PropertySlots(environment: entries.environment))
        content.body._collect(into: &entries)
    }
}

extension Never: AccessibilityRotorContent {}

/// Content of a rotor without a body, which appends its entries itself.
package protocol BuiltInRotorContent: AccessibilityRotorContent where Body == Never {}

extension BuiltInRotorContent {
    /// Traps: built-in content has no body.
    public var body: Never { trap("\(Self.self) is built in and has no body.") }
}

/// The entries of a rotor, in order.
public struct _RotorEntries {
    /// The maximum number of entries of a rotor. More would make its menu slow, and of no use.
    static let limit = 1_000

    private(set) var all: [RotorEntry] = []
    /// The environment of the view that has the rotor.
    let environment: EnvironmentValues

    init(environment: EnvironmentValues) { self.environment = environment }

    /// Whether no entry can be added.
    var isFull: Bool { all.count >= Self.limit }

    /// Appends an entry, unless there are too many.
    mutating func append(_ entry: RotorEntry) { if !isFull { all.append(entry) } }
}

/// A result builder that makes the content of a rotor of the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct AccessibilityRotorContentBuilder {
    /// Accepts content.
    public static func buildExpression<Content: AccessibilityRotorContent>(_ content: Content) -> Content { content }

    /// Builds no entries from an empty closure.
    public static func buildBlock() -> some AccessibilityRotorContent { RotorContentTuple(content: []) }

    /// Accepts the only content.
    public static func buildBlock<Content: AccessibilityRotorContent>(_ content: Content) -> Content { content }

    /// Builds several parts, one after the other.
    public static func buildBlock<each Content: AccessibilityRotorContent>(
        _ content: repeat each Content
    ) -> some AccessibilityRotorContent {
        var parts: [any AccessibilityRotorContent] = []
        repeat parts.append(each content)
        return RotorContentTuple(content: parts)
    }

    /// Builds the content of an `if` without `else`.
    public static func buildIf<Content: AccessibilityRotorContent>(_ content: Content?) -> some AccessibilityRotorContent {
        RotorContentTuple(content: content.map { [$0] } ?? [])
    }

    /// Erases the type of what an `if #available` builds.
    public static func buildLimitedAvailability<Content: AccessibilityRotorContent>(
        _ content: Content
    ) -> some AccessibilityRotorContent {
        RotorContentTuple(content: [content])
    }
}

/// Several parts of the content of a rotor, one after the other.
private struct RotorContentTuple: BuiltInRotorContent {
    let content: [any AccessibilityRotorContent]

    func _collect(into entries: inout _RotorEntries) {
        for each in content { each._collect(into: &entries) }
    }
}

extension Group: AccessibilityRotorContent where Content: AccessibilityRotorContent {
    /// Groups entries of a rotor.
    public init(@AccessibilityRotorContentBuilder content: () -> Content) { self.content = content() }

    /// Traps: a group has no body.
    public var body: Never { trap("A Group is built in and has no body.") }

    /// Appends all entries.
    public func _collect(into entries: inout _RotorEntries) { content._collect(into: &entries) }
}

extension ForEach: AccessibilityRotorContent where Content: AccessibilityRotorContent {
    /// Creates entries of a rotor for each element of a collection of identifiable elements.
    public init(_ data: Data, @AccessibilityRotorContentBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data: data, id: { $0.id }, content: content)
    }

    /// Creates entries of a rotor for each element of a collection, identified by the value at a key
    /// path.
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @AccessibilityRotorContentBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data: data, id: { $0[keyPath: id] }, content: content)
    }

    /// Traps: a ForEach has no body.
    public var body: Never { trap("A ForEach is built in and has no body.") }

    /// Appends the entries of each element.
    public func _collect(into entries: inout _RotorEntries) {
        for element in data {
            guard !entries.isFull else { return }
            content(element)._collect(into: &entries)
        }
    }
}
