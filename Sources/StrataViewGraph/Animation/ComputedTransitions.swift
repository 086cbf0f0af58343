/// The contents of transitions that an app makes itself, as they were computed before.
///
/// To find out the effects of a transition, its body is evaluated in windows made for that. Each
/// evaluation of each row with the transition asks for them. So the contents are kept for the last
/// values of a type, if nothing else can change them: the values have no references, and the bodies
/// have read no observable state.
@MainActor
enum ComputedTransitions {
    /// The number of values of a type whose contents are kept.
    private static let mostOfType = 8
    private static var known: [ObjectIdentifier: AnyObject] = [:]

    /// The contents of values of a type, the latest at the end.
    private final class Contents<Value> {
        var all: [(value: Value, content: TransitionContent)] = []
    }

    /// Returns the content of a value that makes a transition.
    static func content<Value>(of value: Value, compute: () -> TransitionContent) -> TransitionContent {
        guard _isPOD(Value.self) else { return compute() }
        let contents = known[ObjectIdentifier(Value.self)] as? Contents<Value> ?? Contents<Value>()
        if let found = contents.all.first(where: { haveSameBytes($0.value, value) }) { return found.content }
        let (content, hasRead) = detectingReads(compute)
        guard !hasRead else { return content }
        if contents.all.count >= mostOfType { contents.all.removeFirst() }
        contents.all.append((value, content))
        known[ObjectIdentifier(Value.self)] = contents
        return content
    }
}
