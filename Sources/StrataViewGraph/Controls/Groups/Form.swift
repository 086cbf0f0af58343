/// A column of controls in sections, as on a page of settings.
///
///     Form {
///         Section("Alarm") {
///             Toggle("On", isOn: $isOn)
///             DatePicker("Time", selection: $time, displayedComponents: .hourAndMinute)
///         }
///     }
///
/// Each view is a row. A control is at the trailing end of its row, and its label at the leading
/// end.
public struct Form<Content: View>: View {
    private let configuration: FormStyleConfiguration

    /// Creates a form of the rows and sections that a closure builds.
    public init(@ViewBuilder content: () -> Content) {
        configuration = FormStyleConfiguration(content: .init(content: AnyView(content())))
    }

    /// The body that the style makes.
    public var body: some View { FormBody(configuration: configuration) }

    /// One row of a list.
    public static var _listShape: ListShape { .row }
}

extension Form where Content == FormStyleConfiguration.Content {
    /// Creates a form from a style's configuration. The next outer style draws it.
    public init(_ configuration: FormStyleConfiguration) { self.configuration = configuration }
}

/// A type that defines the appearance of forms, for `formStyle(_:)`.
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol FormStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a form.
    typealias Configuration = FormStyleConfiguration

    /// Returns the view of a form.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a form that a ``FormStyle`` draws.
@MainActor @preconcurrency
public struct FormStyleConfiguration {
    /// The content of the form, as a view.
    public struct Content: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The content of the form.
    public let content: Content
}

/// The host's style: rows in rounded groups.
public struct AutomaticFormStyle: FormStyle {
    /// Creates the style.
    public init() {}

    /// Returns a column of rows.
    public func makeBody(configuration: Configuration) -> some View { FormRows(content: configuration.content) }
}

/// Rows in rounded groups.
public struct GroupedFormStyle: FormStyle {
    /// Creates the style.
    public init() {}

    /// Returns a column of rows.
    public func makeBody(configuration: Configuration) -> some View { FormRows(content: configuration.content) }
}

extension FormStyle where Self == AutomaticFormStyle {
    /// The host's style: rows in rounded groups.
    public static var automatic: AutomaticFormStyle { AutomaticFormStyle() }
}

extension FormStyle where Self == GroupedFormStyle {
    /// Rows in rounded groups.
    public static var grouped: GroupedFormStyle { GroupedFormStyle() }
}

/// The body that the style of the environment makes.
private struct FormBody: BuiltInView {
    let configuration: FormStyleConfiguration

    func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.formStyles.popLast() ?? AutomaticFormStyle()
        node.updateChild(0, Self.body(of: style, configuration), environment: environment)
    }

    private static func body(of style: some FormStyle, _ configuration: FormStyleConfiguration) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

/// The rows of a form, which are arranged as those of a list.
private struct FormRows<Content: View>: BuiltInView {
    let content: Content

    func _update(_ node: ViewNode) {
        let rows = node.storage as? ListArrangement ?? ListArrangement(node)
        node.storage = rows
        var look = ListLook(
            style: .insetGrouped, isEditing: node.reading { node.environment.editMode?.wrappedValue.isEditing ?? false },
            showsBackground: node.environment.showsScrollContentBackground, scrolling: node.environment.scrolling)
        look.measures = node.environment.listMeasures
        look.tint = node.environment.tintColor
        node.show(
            .collection(.form(look)), on: [EventHandler(VisibleRowsEvent.self) { [weak rows] in rows?.show($0.rows) }])
        node.arrange = { [unowned rows] in rows.arrange() }
        node.updateChild(0, content, environment: node.environment.forListContent(nil))
    }
}

private struct FormStylesKey: EnvironmentKey {
    static var defaultValue: [any FormStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of forms, innermost last; see `toggleStyles`.
    var formStyles: [any FormStyle] {
        get { self[FormStylesKey.self] }
        set { self[FormStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of forms.
    public func formStyle<S: FormStyle>(_ style: S) -> some View { changingEnvironment { $0.formStyles.append(style) } }
}
