/// The prominence of the header of a section.
public enum Prominence: Hashable, Sendable {
    /// The look that the list's style gives headers.
    case standard
    /// A larger look, such as for the main sections of a page.
    case increased
}

private struct HeaderProminenceKey: EnvironmentKey {
    static var defaultValue: Prominence { .standard }
}

extension EnvironmentValues {
    /// The prominence of the headers of sections.
    public var headerProminence: Prominence {
        get { self[HeaderProminenceKey.self] }
        set { self[HeaderProminenceKey.self] = newValue }
    }
}

extension View {
    /// Sets the prominence of the headers of the sections inside.
    public func headerProminence(_ prominence: Prominence) -> some View {
        changingEnvironment { $0.headerProminence = prominence }
    }
}

/// The header of a section in a list, with the look of its prominence.
struct ProminentHeader<Content: View>: BuiltInView {
    let content: Content

    func _update(_ node: ViewNode) {
        var environment = node.childEnvironment
        if environment.headerProminence == .increased {
            environment.textStyle.baseFont = .title3.bold()
            environment.textStyle.color = environment.textStyle.color ?? .primary
            if !environment.textStyle.hasLetterCase { environment.textCase = nil }
        }
        node.updateChild(0, content, environment: environment)
    }
}
