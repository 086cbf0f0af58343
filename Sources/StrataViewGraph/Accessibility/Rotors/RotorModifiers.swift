/// Registers a rotor of the content.
private struct RotorModifier: BuiltInModifier {
    let rotor: WindowRotors.Rotor

    func update<Content: View>(_ node: ViewNode, content: Content) {
        node.graph.rotors.set(rotor, of: node)
        node.onRemoval = { [unowned node] in node.graph.rotors.set(nil, of: node) }
        node.updateChild(0, content)
    }
}

/// Registers the content as the view of the entries with a key.
private struct RotorEntryModifier: BuiltInModifier {
    let key: NamespaceKey

    /// The key under which the node is registered.
    @MainActor
    private final class Storage {
        var key: NamespaceKey

        init(_ key: NamespaceKey) { self.key = key }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let storage = node.storage as? Storage ?? Storage(key)
        node.storage = storage
        let rotors = node.graph.rotors
        if storage.key != key { rotors.unregister(storage.key, of: node) }
        storage.key = key
        rotors.register(key, of: node)
        node.onRemoval = { [unowned node, key] in node.graph.rotors.unregister(key, of: node) }
        node.updateChild(0, content)
    }
}

extension View {
    /// Makes the view that of the rotor entries with an ID in a namespace.
    public func accessibilityRotorEntry<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> some View {
        modified(RotorEntryModifier(key: NamespaceKey(id: AnyHashable(id), namespace: namespace)))
    }

    fileprivate func rotor(
        _ title: Text, replacing replaced: String? = nil, _ content: @escaping () -> some AccessibilityRotorContent
    ) -> some View {
        let rotor = WindowRotors.Rotor(title: title, replaced: replaced) { environment in
            var entries = _RotorEntries(environment: environment)
            content()._collect(into: &entries)
            return entries.all
        }
        return modified(RotorModifier(rotor: rotor))
    }

    fileprivate func rotor(_ rotor: AccessibilitySystemRotor, _ content: @escaping () -> some AccessibilityRotorContent)
        -> some View
    {
        self.rotor(Text(verbatim: rotor.title), replacing: rotor.kind, content)
    }
}

// Entries that a closure builds.
extension View {
    /// Adds a rotor, whose entries a closure builds whenever the user opens the menu of rotors.
    public func accessibilityRotor<Content: AccessibilityRotorContent>(
        _ rotorLabel: Text, @AccessibilityRotorContentBuilder entries: @escaping () -> Content
    ) -> some View {
        rotor(rotorLabel, entries)
    }

    /// Replaces one of the page's own rotors by one whose entries a closure builds.
    public func accessibilityRotor<Content: AccessibilityRotorContent>(
        _ systemRotor: AccessibilitySystemRotor, @AccessibilityRotorContentBuilder entries: @escaping () -> Content
    ) -> some View {
        rotor(systemRotor, entries)
    }

    /// Adds a rotor with a localized title, whose entries a closure builds.
    public func accessibilityRotor<Content: AccessibilityRotorContent>(
        _ labelKey: LocalizedStringKey, @AccessibilityRotorContentBuilder entries: @escaping () -> Content
    ) -> some View {
        rotor(Text(labelKey), entries)
    }

    /// Adds a rotor with a string as its title, whose entries a closure builds.
    @_disfavoredOverload
    public func accessibilityRotor<L: StringProtocol, Content: AccessibilityRotorContent>(
        _ label: L, @AccessibilityRotorContentBuilder entries: @escaping () -> Content
    ) -> some View {
        rotor(Text(label), entries)
    }
}

// An entry for each of some values, which are identifiable.
extension View {
    /// Adds a rotor with an entry for each of some values. The view of an entry is the one inside
    /// with the ID of the value.
    public func accessibilityRotor<EntryModel: Identifiable>(
        _ rotorLabel: Text, entries: [EntryModel], entryLabel: KeyPath<EntryModel, String>
    ) -> some View {
        accessibilityRotor(rotorLabel, entries: entries, entryID: \.id, entryLabel: entryLabel)
    }

    /// Replaces one of the page's own rotors by one with an entry for each of some values.
    public func accessibilityRotor<EntryModel: Identifiable>(
        _ systemRotor: AccessibilitySystemRotor, entries: [EntryModel], entryLabel: KeyPath<EntryModel, String>
    ) -> some View {
        accessibilityRotor(systemRotor, entries: entries, entryID: \.id, entryLabel: entryLabel)
    }

    /// Adds a rotor, with a localized title, with an entry for each of some values.
    public func accessibilityRotor<EntryModel: Identifiable>(
        _ labelKey: LocalizedStringKey, entries: [EntryModel], entryLabel: KeyPath<EntryModel, String>
    ) -> some View {
        accessibilityRotor(Text(labelKey), entries: entries, entryID: \.id, entryLabel: entryLabel)
    }

    /// Adds a rotor, with a string as its title, with an entry for each of some values.
    @_disfavoredOverload
    public func accessibilityRotor<L: StringProtocol, EntryModel: Identifiable>(
        _ label: L, entries: [EntryModel], entryLabel: KeyPath<EntryModel, String>
    ) -> some View {
        accessibilityRotor(Text(label), entries: entries, entryID: \.id, entryLabel: entryLabel)
    }
}

// An entry for each of some values, with a key path of their IDs.
extension View {
    /// Adds a rotor with an entry for each of some values. The view of an entry is the one inside
    /// with the ID at a key path of the value.
    public func accessibilityRotor<EntryModel, ID: Hashable>(
        _ rotorLabel: Text, entries: [EntryModel], entryID: KeyPath<EntryModel, ID>, entryLabel: KeyPath<EntryModel, String>
    ) -> some View {
        rotor(rotorLabel) { Self.entries(for: entries, entryID, entryLabel) }
    }

    /// Replaces one of the page's own rotors by one with an entry for each of some values.
    public func accessibilityRotor<EntryModel, ID: Hashable>(
        _ systemRotor: AccessibilitySystemRotor, entries: [EntryModel], entryID: KeyPath<EntryModel, ID>,
        entryLabel: KeyPath<EntryModel, String>
    ) -> some View {
        rotor(systemRotor) { Self.entries(for: entries, entryID, entryLabel) }
    }

    /// Adds a rotor, with a localized title, with an entry for each of some values.
    public func accessibilityRotor<EntryModel, ID: Hashable>(
        _ labelKey: LocalizedStringKey, entries: [EntryModel], entryID: KeyPath<EntryModel, ID>,
        entryLabel: KeyPath<EntryModel, String>
    ) -> some View {
        rotor(Text(labelKey)) { Self.entries(for: entries, entryID, entryLabel) }
    }

    /// Adds a rotor, with a string as its title, with an entry for each of some values.
    @_disfavoredOverload
    public func accessibilityRotor<L: StringProtocol, EntryModel, ID: Hashable>(
        _ label: L, entries: [EntryModel], entryID: KeyPath<EntryModel, ID>, entryLabel: KeyPath<EntryModel, String>
    ) -> some View {
        rotor(Text(label)) { Self.entries(for: entries, entryID, entryLabel) }
    }

    private static func entries<EntryModel, ID: Hashable>(
        for models: [EntryModel], _ id: KeyPath<EntryModel, ID>, _ label: KeyPath<EntryModel, String>
    ) -> some AccessibilityRotorContent {
        ForEach(data: models, id: { $0[keyPath: id] }) {
            AccessibilityRotorEntry(verbatim: $0[keyPath: label], id: $0[keyPath: id])
        }
    }
}

extension AccessibilityRotorEntry {
    /// Creates an entry whose label is never localized.
    fileprivate init(verbatim label: String, id: ID) { self.init(Text(verbatim: label), id: id) }
}

// An entry for each of some ranges of a text.
extension View {
    /// Adds a rotor with an entry for each of some ranges of the view's text.
    public func accessibilityRotor(_ rotorLabel: Text, textRanges: [Range<String.Index>]) -> some View {
        rotor(rotorLabel) { Self.entries(for: textRanges) }
    }

    /// Replaces one of the page's own rotors by one with an entry for each of some ranges of the
    /// view's text.
    public func accessibilityRotor(_ systemRotor: AccessibilitySystemRotor, textRanges: [Range<String.Index>]) -> some View {
        rotor(systemRotor) { Self.entries(for: textRanges) }
    }

    /// Adds a rotor, with a localized title, with an entry for each of some ranges of the view's
    /// text.
    public func accessibilityRotor(_ labelKey: LocalizedStringKey, textRanges: [Range<String.Index>]) -> some View {
        rotor(Text(labelKey)) { Self.entries(for: textRanges) }
    }

    /// Adds a rotor, with a string as its title, with an entry for each of some ranges of the view's
    /// text.
    @_disfavoredOverload
    public func accessibilityRotor<L: StringProtocol>(_ label: L, textRanges: [Range<String.Index>]) -> some View {
        rotor(Text(label)) { Self.entries(for: textRanges) }
    }

    private static func entries(for ranges: [Range<String.Index>]) -> some AccessibilityRotorContent {
        ForEach(data: ranges, id: { $0 }) { AccessibilityRotorEntry(textRange: $0) }
    }
}
