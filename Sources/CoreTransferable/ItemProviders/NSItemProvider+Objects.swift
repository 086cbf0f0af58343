public import Foundation
internal import StrataUserActivity
internal import UniformTypeIdentifiers

/// An object that can be sent as an item.
public protocol NSItemProviderWriting: AnyObject {
    /// The types in which an object can be sent, the best one first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }

    /// The types in which this object can be sent, the best one first; by default those of its class.
    var writableTypeIdentifiersForItemProvider: [String] { get }

    /// Loads the object as data of a type.
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    /// The types of the class.
    public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }
}

/// An object that can be made from an item.
public protocol NSItemProviderReading: AnyObject, SendableMetatype {
    /// The types from which an object can be made, the best one first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }

    /// Returns an object from data of a type.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

extension NSItemProvider {
    /// Adds the types in which an object can be sent.
    public func registerObject(
        _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
    ) {
        registerObject(object, as: nil, visibility: visibility)
    }

    func registerObject(
        _ object: any NSItemProviderWriting, as type: UTType?, visibility: NSItemProviderRepresentationVisibility
    ) {
        if let activity = object as? NSUserActivity {
            return registerActivity(activity, as: type?.identifier, visibility: visibility)
        }
        // The object is read when a receiver asks for the data. The app must not change it meanwhile,
        // as on Apple's platforms.
        nonisolated(unsafe) let object = object
        let identifiers = object.writableTypeIdentifiersForItemProvider
        for identifier in identifiers.prefix(type == nil ? identifiers.count : 1) {
            registerDataRepresentation(
                forTypeIdentifier: type?.identifier ?? identifier, visibility: visibility
            ) { completion in
                object.loadData(withTypeIdentifier: identifier, forItemProviderCompletionHandler: completion)
            }
        }
    }

    /// Returns whether an object of a class can be made from the item.
    public func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        aClass.readableTypeIdentifiersForItemProvider.contains(where: hasItemConformingToTypeIdentifier)
    }

    /// Returns whether a value can be made from the item, such as a `String` or a `URL`.
    public func canLoadObject<T: _ObjectiveCBridgeable & SendableMetatype>(ofClass: T.Type) -> Bool
    where T._ObjectiveCType: NSItemProviderReading {
        canLoadObject(ofClass: T._ObjectiveCType.self)
    }

    /// Makes an object of a class from the item.
    @discardableResult
    public func loadObject(
        ofClass aClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        let best = aClass.readableTypeIdentifiersForItemProvider.first(where: hasItemConformingToTypeIdentifier)
        return loadDataRepresentation(forTypeIdentifier: best ?? "") { data, error in
            do {
                guard let data, let best else { throw error ?? CocoaError(.featureUnsupported) }
                completionHandler(try aClass.object(withItemProviderData: data, typeIdentifier: best), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Makes a value from the item, such as a `String` or a `URL`.
    @discardableResult
    public func loadObject<T: _ObjectiveCBridgeable & SendableMetatype>(
        ofClass: T.Type, completionHandler: @escaping @Sendable (T?, (any Error)?) -> Void
    ) -> Progress where T._ObjectiveCType: NSItemProviderReading {
        loadObject(ofClass: T._ObjectiveCType.self) { object, error in
            completionHandler((object as? T._ObjectiveCType).map(T._unconditionallyBridgeFromObjectiveC), error)
        }
    }
}

extension NSString: NSItemProviderWriting, NSItemProviderReading {
    /// Plain text in UTF-8.
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.utf8PlainText.identifier] }
    /// Plain text.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [UTType.utf8PlainText.identifier, UTType.plainText.identifier]
    }

    /// Loads the text in UTF-8.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(String(self).utf8), nil)
        return nil
    }

    /// Returns the text of data in UTF-8.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let text = String(data: data, encoding: .utf8) else { throw CocoaError(.fileReadInapplicableStringEncoding) }
        guard let object = NSString(string: text) as? Self else { throw CocoaError(.featureUnsupported) }
        return object
    }
}

extension NSURL: NSItemProviderWriting, NSItemProviderReading {
    /// The address.
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.url.identifier] }
    /// The address.
    public static var readableTypeIdentifiersForItemProvider: [String] { [UTType.url.identifier] }

    /// Loads the address.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(absoluteString.utf8), nil)
        return nil
    }

    /// Returns the address that data has.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        let text = String(decoding: data, as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isNewline).first(where: { !$0.hasPrefix("#") }),
            let url = NSURL(string: String(line)) as? Self
        else { throw CocoaError(.coderReadCorrupt) }
        return url
    }
}
