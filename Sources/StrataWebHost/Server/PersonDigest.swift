import Logging
import StrataViewGraph
import Synchronization

/// The digest of the person of a window, from the value that the routes set for the person.
enum PersonDigest {
    /// The types of values about which the log has a line.
    private static let reported = Mutex<Set<String>>([])

    static var reportedTypes: Set<String> { reported.withLock { $0 } }

    /// Returns a digest that two values share if they have the same description.
    ///
    /// The description of an object without one of its own is the name of its class, the same for all
    /// people. That of a subclass of `NSObject` has the object's address, which is another one after
    /// each start and may be used again for another person's object. Such a value gets a digest that
    /// no other one has, so that nothing of one person is restored or found by another. A line in the
    /// log says what is missing.
    static func of(_ value: Any) -> String {
        guard !isIndistinct(value, isNested: false) else {
            report("\(type(of: value))")
            return Digest.hex(RandomToken.make())
        }
        return Digest.hex("\(value)")
    }

    private static func report(_ type: String) {
        guard reported.withLock({ $0.insert(type).inserted }) else { return }
        Logger(label: "Strata.WebHost").warning(
            "The value of the type '\(type)' that the routes set contains an object without a description of its own, which does not tell people apart. Its scenes and activities are not restored. Set a name or an ID, or conform the object's class to CustomStringConvertible."
        )
    }

    /// Returns whether a value's description contains the name of a class or an address in place of an
    /// object.
    ///
    /// - Parameter isNested: Whether the value is a part of another one, whose description has its
    ///   `debugDescription`.
    private static func isIndistinct(_ value: Any, isNested: Bool) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional, .collection, .set, .dictionary:
            // Their descriptions are made of those of their elements.
            break
        default:
            if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
                return isDescribedByAddress(value, isNested: isNested)
            }
        }
        return mirror.displayStyle == .class || mirror.children.contains { isIndistinct($0.value, isNested: true) }
    }

    private static func isDescribedByAddress(_ value: Any, isNested: Bool) -> Bool {
        guard type(of: value) is AnyClass else { return false }
        let address = String(UInt(bitPattern: ObjectIdentifier(value as AnyObject)), radix: 16)
        let description = isNested ? String(reflecting: value) : String(describing: value)
        return description.lowercased().contains(address)
    }
}
