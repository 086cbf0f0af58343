/// The components of a key path, such as `author?` and `name` in `\Book.author?.name`, without their
/// names.
///
/// They are counted in the description of the key path, which is
/// `\Book.<computed 0x… (Optional<Author>)>?.<computed 0x… (String)>` for computed properties. A
/// component begins with a dot outside of parentheses and angle brackets, since types are inside of
/// them.
struct KeyPathComponents {
    /// Whether `?` or `!` follows a component.
    private var areUnwrapped: [Bool] = []
    /// Whether the key path unwraps an optional value with `!`, which traps for nil.
    private(set) var isForced = false
    /// Whether the value of the key path can be nil.
    let isOptional: Bool

    init(_ keyPath: AnyKeyPath) {
        isOptional = type(of: keyPath).valueType is any ExpressibleByNilLiteral.Type
        var (depth, previous): (Int, Character) = (0, " ")
        for character in keyPath.debugDescription {
            switch character {
            case "<", "(": depth += 1
            // The arrow of a function's type.
            case ">" where previous == "-": break
            case ">", ")": depth -= 1
            case "." where depth == 0: areUnwrapped.append(false)
            case "?" where depth == 0, "!" where depth == 0:
                if !areUnwrapped.isEmpty { areUnwrapped[areUnwrapped.count - 1] = true }
                if character == "!" { isForced = true }
            default: break
            }
            previous = character
        }
    }

    var count: Int { areUnwrapped.count }

    /// Whether a component can be a property that is declared with `?`: the key path unwraps the
    /// value, or is itself optional. Otherwise the component replaces nil, or unwraps the value in its
    /// own code.
    func canBeOptional(at index: Int) -> Bool { areUnwrapped[index] || (index == count - 1 && isOptional) }
}
