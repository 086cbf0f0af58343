public import Foundation

/// A property of an `App` that names the class of its delegate, as an app on iOS does.
///
///     @main
///     struct Notes: App {
///         @UIApplicationDelegateAdaptor private var delegate: NotesDelegate
///         …
///     }
///
/// The delegate is made when the app is created, by its `init()`, and once in each process. If it is
/// an observable object, the app's views find it in the environment.
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty {
    private let delegate: DelegateType

    /// Creates a property with the delegate of a class.
    ///
    /// - Parameter delegateType: The class, which can also be the declared type of the property. It
    ///   needs an `init()`.
    @MainActor @preconcurrency
    public init(_ delegateType: DelegateType.Type = DelegateType.self) { delegate = AppDelegates.delegate(of: delegateType) }

    /// The delegate.
    public var wrappedValue: DelegateType { delegate }

    /// Adds the delegate to those of the app. If it is an observable object, observes it.
    public mutating func _install(_ slots: PropertySlots) { slots.install(delegate: delegate) }
}
