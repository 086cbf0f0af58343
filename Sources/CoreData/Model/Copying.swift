internal import Foundation
internal import StrataTraps

extension NSCopying where Self: NSObject {
    /// Returns a copy as the same static type. Traps if `copy(with:)` returns another type.
    func copied() -> Self {
        guard let copy = copy(with: nil) as? Self else {
            trap("\(type(of: self)) must override copy(with:) to return one of its own.")
        }
        return copy
    }
}
