internal import Foundation
internal import StrataTraps

extension NSCopying where Self: NSObject {
    /// Returns a copy with the static type of this object. Traps if `copy(with:)` returns another
    /// type.
    func copied() -> Self {
        guard let copy = copy(with: nil) as? Self else {
            trap("\(type(of: self)) must override copy(with:) to return one of its own.")
        }
        return copy
    }
}
