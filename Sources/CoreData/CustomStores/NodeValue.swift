internal import Foundation
internal import StrataPredicates

/// The exact value of an attribute, as the nodes of binary and XML stores have it: with the data of
/// a transformable value that has not been decoded.
final class NodeValue: NSObject {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
