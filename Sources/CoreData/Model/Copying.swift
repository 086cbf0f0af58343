internal import Foundation
internal import Traps

extension NSCopying where Self: NSObject {
    /// A copy of the same static type.
    func copied() -> Self {
        guard let copy = copy(with: nil) as? Self else {
            trap("\(type(of: self)) must override copy(with:) to return one of its own.")
        }
        return copy
    }
}
