/// The value that was last read, compared or shown, kept until the next one.
final class LastValue<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }
}
