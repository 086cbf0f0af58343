// Actions for assistive technology.
//
// A browser has no actions beside the press of a control. So each action is a button over its view,
// which is visible only while it has the focus. Screen readers, voice control and switches find it
// after the view, and the Tab key reaches it.

/// The kind of an action for assistive technology.
public struct AccessibilityActionKind: Equatable, Sendable {
    fileprivate let name: Text

    /// Creates a kind with a name.
    public init(named name: Text) { self.name = name }

    /// The action of a press.
    public static let `default` = AccessibilityActionKind(named: Text("Activate"))
    /// Dismisses the view.
    public static let escape = AccessibilityActionKind(named: Text("Dismiss"))
    /// The most important action of the page, such as answering a call.
    public static let magicTap = AccessibilityActionKind(named: Text("Main action"))
    /// Deletes what the view shows.
    public static let delete = AccessibilityActionKind(named: Text("Delete"))
    /// Shows a menu.
    public static let showMenu = AccessibilityActionKind(named: Text("Show menu"))
}

/// A category of actions for assistive technology.
public struct AccessibilityActionCategory: Equatable, Sendable {
    fileprivate let name: Text

    /// Creates a category with a name.
    public init(_ name: Text) { self.name = name }

    /// Creates a category with a localized name.
    public init(_ nameKey: LocalizedStringKey) { self.init(Text(nameKey)) }

    /// Creates a category with a string as its name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ name: S) { self.init(Text(name)) }

    /// The actions of a view that are in no other category.
    public static let `default` = AccessibilityActionCategory(Text("Actions"))
    /// Actions that edit text.
    public static let edit = AccessibilityActionCategory(Text("Edit"))
}

/// The direction in which a value is adjusted by assistive technology.
public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
    /// The value becomes larger.
    case increment
    /// The value becomes smaller.
    case decrement
}

extension View {
    /// Adds views for assistive technology over the view. They are visible only while they have the
    /// focus.
    ///
    /// - Parameter category: The category of actions; nil for views that are no actions.
    private func accessibilityElements(
        _ category: AccessibilityActionCategory?, @ViewBuilder _ content: () -> some View
    ) -> some View {
        let content = content()
        return overlay { GroupView(.accessibilityElements(category: category?.name.string)) { content } }
    }

    /// Adds an action for assistive technology.
    public func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void
    ) -> some View {
        accessibilityAction(named: actionKind.name, handler)
    }

    /// Adds an action with a name for assistive technology.
    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(action: handler) { name }
    }

    /// Adds an action with a localized name for assistive technology.
    public func accessibilityAction(named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(nameKey), handler)
    }

    /// Adds an action with a string as its name for assistive technology.
    @_disfavoredOverload
    public func accessibilityAction<S: StringProtocol>(named name: S, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(name), handler)
    }

    /// Adds an action with a label for assistive technology.
    public func accessibilityAction<Label: View>(
        action: @escaping () -> Void, @ViewBuilder label: () -> Label
    ) -> some View {
        accessibilityElements(.default) {
            Button {
                action()
            } label: {
                label()
            }
        }
    }

    /// Adds actions for assistive technology: the buttons that a closure builds.
    public func accessibilityActions<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
        accessibilityElements(.default, content)
    }

    /// Adds actions for assistive technology, the buttons that a closure builds, as a group with the
    /// name of a category.
    ///
    ///     Text(note.text)
    ///         .accessibilityActions(category: .edit) {
    ///             Button("Translate") { translate(note) }
    ///             Button("Delete") { delete(note) }
    ///         }
    public func accessibilityActions<Content: View>(
        category: AccessibilityActionCategory, @ViewBuilder _ content: () -> Content
    ) -> some View {
        accessibilityElements(category, content)
    }

    /// Adds actions with which assistive technology increments and decrements the value of the view.
    public func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> some View {
        accessibilityElements(.default) {
            Button("Increment") { handler(.increment) }
            Button("Decrement") { handler(.decrement) }
        }
    }

    /// Adds actions with which assistive technology scrolls the view by a page. The action receives
    /// the edge toward which it scrolls.
    public func accessibilityScrollAction(_ handler: @escaping (Edge) -> Void) -> some View {
        accessibilityElements(.default) {
            Button("Scroll up") { handler(.top) }
            Button("Scroll down") { handler(.bottom) }
            Button("Scroll to the leading edge") { handler(.leading) }
            Button("Scroll to the trailing edge") { handler(.trailing) }
        }
    }

    /// Replaces the view by other views for assistive technology, such as a drawing by a slider.
    public func accessibilityRepresentation<V: View>(@ViewBuilder representation: () -> V) -> some View {
        accessibilityHidden(true).accessibilityElements(nil, representation)
    }

    /// Replaces what is inside the view by other views for assistive technology, such as the lines
    /// of a chart by its values. The view becomes a group of them, and keeps its label.
    ///
    ///     Chart(values)
    ///         .accessibilityLabel("Rain")
    ///         .accessibilityChildren {
    ///             ForEach(values) { value in
    ///                 Rectangle().accessibilityLabel("\(value.month): \(value.amount) mm")
    ///             }
    ///         }
    public func accessibilityChildren<V: View>(@ViewBuilder children: () -> V) -> some View {
        trait { $0.accessibility.childrenAreReplaced = true }
            .accessibilityElements(nil, children)
            .accessibilityElement(children: .contain)
    }

    /// Sets whether the view reacts to the user, so that the keyboard's focus can move to it.
    public func accessibilityRespondsToUserInteraction(_ respondsToUserInteraction: Bool = true) -> some View {
        trait { $0.isFocusable = respondsToUserInteraction }
    }
}
