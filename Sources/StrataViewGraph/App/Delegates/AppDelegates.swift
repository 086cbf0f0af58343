internal import CStrataRuntime
import Foundation
import OpenCombine

/// The delegates that an app names with adaptors, in the order of their properties.
///
/// A process has one object of each class of delegates, also if several of its apps name the class.
/// The object is notified of the launch once: by the app that is launched first.
final class AppDelegates {
    private struct Entry {
        let delegate: NSObject
        let changeEnvironment: (inout EnvironmentValues) -> Void
    }

    private var entries: [Entry] = []

    /// The delegates of the process, by class.
    @MainActor private static var made: [ObjectIdentifier: NSObject] = [:]
    /// The classes whose delegates were notified of the launch.
    @MainActor private static var launched: Set<ObjectIdentifier> = []

    /// Returns the delegate of a class, and creates it at the first call.
    @MainActor
    static func delegate<Delegate: NSObject>(of type: Delegate.Type) -> Delegate {
        if let delegate = made[ObjectIdentifier(type)] as? Delegate { return delegate }
        let object = strata_makeObject(unsafeBitCast(type, to: UnsafeRawPointer.self))
        let delegate = Unmanaged<Delegate>.fromOpaque(object).takeRetainedValue()
        made[ObjectIdentifier(type)] = delegate
        return delegate
    }

    /// Adds a delegate, unless it was added before.
    func add<Delegate: NSObject>(_ delegate: Delegate) {
        guard !entries.contains(where: { $0.delegate === delegate }) else { return }
        let isObservable = delegate is any ObservableObject || delegate is any Observable
        entries.append(
            Entry(delegate: delegate) { if isObservable { $0[object: Delegate.self] = delegate } })
    }

    /// Puts the delegates that are observable objects into the environment of a window.
    func changeEnvironment(_ values: inout EnvironmentValues) {
        for entry in entries { entry.changeEnvironment(&values) }
    }

    /// Notifies the delegates that the app is launched.
    @MainActor
    func launch() {
        let delegates = entries.map(\.delegate).filter { Self.launched.insert(ObjectIdentifier(type(of: $0))).inserted }
        for case let delegate as any UIApplicationDelegate in delegates {
            let application = UIApplication.shared
            if application.delegate == nil { application.delegate = delegate }
            _ = delegate.application(application, willFinishLaunchingWithOptions: nil)
            _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
            NotificationCenter.default.post(name: UIApplication.didFinishLaunchingNotification, object: application)
        }
        for case let delegate as any NSApplicationDelegate in delegates {
            let application = NSApplication.shared
            if application.delegate == nil { application.delegate = delegate }
            let will = Notification(name: NSApplication.willFinishLaunchingNotification, object: application)
            delegate.applicationWillFinishLaunching(will)
            NotificationCenter.default.post(will)
            let did = Notification(name: NSApplication.didFinishLaunchingNotification, object: application)
            delegate.applicationDidFinishLaunching(did)
            NotificationCenter.default.post(did)
        }
    }

    /// Notifies the delegates that the process will end.
    @MainActor
    func terminate() {
        for case let delegate as any UIApplicationDelegate in entries.map(\.delegate) {
            delegate.applicationWillTerminate(UIApplication.shared)
            NotificationCenter.default.post(name: UIApplication.willTerminateNotification, object: UIApplication.shared)
        }
        for case let delegate as any NSApplicationDelegate in entries.map(\.delegate) {
            let will = Notification(name: NSApplication.willTerminateNotification, object: NSApplication.shared)
            delegate.applicationWillTerminate(will)
            NotificationCenter.default.post(will)
        }
    }

    /// Has the delegates open the URL of a new window. Returns whether one has opened it, so that no
    /// view needs to.
    @MainActor
    func open(_ url: URL) -> Bool {
        var isOpen = false
        for entry in entries {
            if let delegate = entry.delegate as? any UIApplicationDelegate, !isOpen {
                isOpen = delegate.application(UIApplication.shared, open: url, options: [:])
            }
            (entry.delegate as? any NSApplicationDelegate)?.application(NSApplication.shared, open: [url])
        }
        return isOpen
    }
}

private struct AppDelegatesKey: EnvironmentKey {
    static var defaultValue: AppDelegates? { nil }
}

extension EnvironmentValues {
    /// The delegates of the app whose properties are installed; nil in views.
    var appDelegates: AppDelegates? {
        get { self[AppDelegatesKey.self] }
        set { self[AppDelegatesKey.self] = newValue }
    }
}

extension PropertySlots {
    /// Adds a delegate to those of the app whose properties are installed, and observes it if it is
    /// an observable object.
    func install<Delegate: NSObject>(delegate: Delegate) {
        environment.appDelegates?.add(delegate)
        guard let object = delegate as? any ObservableObject else { return }
        next { Announcements() }.observe(object)
    }
}
