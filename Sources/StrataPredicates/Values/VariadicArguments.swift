public import Foundation
internal import StrataTraps

// These conformances let `NSPredicate(format: "time > %@", date as NSDate)`, `… date as CVarArg`
// and `… ids as CVarArg` compile as on Apple's platforms, where every object can be a variadic
// argument, and Date, UUID and arrays are bridged to objects. Foundation on Linux conforms only
// numbers, String and NSString.
//
// An existential `CVarArg` keeps its Swift type on Linux, so predicates cast their arguments and
// never encode them. The encoding below is for `String(format:)`, which thereby accepts these
// types, too, and prints their descriptions, as on Apple's platforms.

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
    /// The description, which `%@` of `String(format:)` prints.
    public var _cVarArgObject: any CVarArg { description._cVarArgObject }

    /// Traps. Never called: a variadic list encodes `_cVarArgObject` instead.
    public var _cVarArgEncoding: [Int] {
        trap("A \(Self.self) in a variadic list must be encoded by its _cVarArgObject.")
    }
}
