/// A property whose number grows and shrinks with the size of text, such as the size of an icon
/// beside a text.
///
///     @ScaledMetric private var iconSize = 24.0
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    private let value: Value
    @Environment(\.dynamicTypeSize) private var typeSize

    /// Creates a number that is scaled as body text is.
    public init(wrappedValue: Value) { value = wrappedValue }

    /// Creates a number that is scaled with a text style. The factor is the same for all text
    /// styles.
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { value = wrappedValue }

    /// The number in the environment's size of text. Before the view is shown, the number for the
    /// standard size.
    public var wrappedValue: Value { value * Value(typeSize.factor) }
}
