/// Returns the result of a closure of the main actor, which only reads constants: the metadata of a
/// model class that is isolated to it.
public func _withoutIsolation<Result>(_ body: @MainActor () -> Result) -> Result {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
}
