public import Foundation
internal import Traps

// Why these conformances: `NSPredicate(format: "time > %@", date as NSDate)`, `… date as CVarArg` and `… ids as CVarArg` must
// compile here as they do on Apple's platforms. There every object can be a variadic argument, and Date, UUID and arrays become objects on
// the way; on Linux only numbers, String and NSString can. An existential `CVarArg` keeps its Swift type on Linux, so the
// predicate reads the arguments by casting and never encodes them; the encoding below serves `String(format:)`, to which these
// types become acceptable as well, and which prints their descriptions as it does on Apple's platforms.

extension NSObject: @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Data: @retroactive CVarArg, @retroactive _CVarArgObject {}
extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject {}
extension URL: @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Decimal: @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Array: @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Dictionary: @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Set: @retroactive CVarArg, @retroactive _CVarArgObject {}

extension _CVarArgObject where Self: CustomStringConvertible {
    /// The description as an object, which is what `%@` of `String(format:)` prints.
    public var _cVarArgObject: any CVarArg { description._cVarArgObject }

    /// Never read: the variadic list takes the encoding of `_cVarArgObject`.
    public var _cVarArgEncoding: [Int] {
        trap("The encoding of a \(Self.self) in a variadic list is that of its description.")
    }
}
