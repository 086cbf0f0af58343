/// The gestures, keys and drops to which an element reacts, and its transitions.
package struct InteractionProperties: Hashable, Sendable {
    /// The gestures that the element recognizes, those of outer modifiers first.
    package var gestures: [RecognizedGesture] = []
    /// Whether the element reports when the pointer enters and leaves it.
    package var reportsHover = false
    /// Whether the element reports the pointer's location while it is inside.
    package var reportsHoverLocation = false
    /// The effect while the pointer is over the element; nil for none.
    package var hoverEffect: HoverEffect?
    /// The appearance of the pointer over the element; nil for the host's choice.
    package var pointer: PointerStyle?
    /// The keys that the element handles while it has the focus.
    package var keys: KeyFilter?
    /// The properties of the drag that begins at the element; nil for none.
    package var drag: DragProperties?
    /// The destinations of drops, those of outer modifiers first.
    package var drops: [DropProperties] = []
    /// The way the element is inserted and removed; nil for a fade.
    package var transition: TransitionContent?
    /// The name of the element in the transitions of pages that grow from it; nil for none.
    package var zoomSource: MatchKey?
    /// Whether the element and those inside do not show that they have the focus.
    package var hidesFocus = false
    /// Whether the arrow keys find the element by its whole frame.
    package var isFocusSection = false
    /// Whether changes of the element and of those inside are drawn without animation.
    package var isStill = false
    /// The way the element's text changes; nil for an immediate change.
    package var contentTransition: ContentTransition?
    /// The effects of the symbols in the element, those of outer modifiers first.
    package var symbolEffects: [SymbolEffectContent] = []
    /// The effects of the element inside while it scrolls.
    package var scrollTransition: ScrollTransitionContent?

    package init() {}
}

/// The actions that modifiers have set for the events of the next element below.
struct PendingHandlers {
    /// The gestures that modifiers have added, those of outer modifiers first.
    var gestures: [AttachedGesture] = []
    /// The other events.
    var others: [EventHandler] = []

    var isEmpty: Bool { gestures.isEmpty && others.isEmpty }

    /// The handlers of all events.
    @MainActor
    var handlers: [EventHandler] {
        guard !gestures.isEmpty else { return others }
        return others + [EventHandler(GestureEvent.self) { [gestures] in Self.handle($0, gestures) }]
    }

    /// Passes an event to the gesture that it belongs to. An event with a negative index cancels
    /// all gestures of the element.
    @MainActor
    private static func handle(_ event: GestureEvent, _ gestures: [AttachedGesture]) {
        guard event.gesture >= 0 else {
            for gesture in gestures { gesture.finish() }
            return
        }
        var first = 0
        for gesture in gestures {
            if event.gesture < first + gesture.count { return gesture.handle(event.shifted(by: first)) }
            first += gesture.count
        }
    }
}

/// A gesture that a modifier has added to an element.
@MainActor
struct AttachedGesture {
    /// The number of gestures that the host recognizes for it: a composed gesture has several.
    let count: Int
    let handle: (GestureEvent) -> Void
    let finish: () -> Void
}

// Closures cannot be compared, so only two empty values are equal.
extension PendingHandlers: Equatable {
    static func == (lhs: PendingHandlers, rhs: PendingHandlers) -> Bool { lhs.isEmpty && rhs.isEmpty }
}

private struct PendingHandlersKey: EnvironmentKey {
    static var defaultValue: PendingHandlers { PendingHandlers() }
}

extension EnvironmentValues {
    /// The actions that modifiers have set for the events of the next element.
    var pendingHandlers: PendingHandlers {
        get { self[PendingHandlersKey.self] }
        set { self[PendingHandlersKey.self] = newValue }
    }
}
