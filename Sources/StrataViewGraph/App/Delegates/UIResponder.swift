public import Foundation

/// The superclass that delegates of an app on iOS often have.
///
/// It adds nothing to `NSObject`: here, no events are passed along a chain of responders.
open class UIResponder: NSObject {}
