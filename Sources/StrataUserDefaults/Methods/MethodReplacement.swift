internal import Foundation

/// # Why Foundation's class gets other methods
///
/// `UserDefaults` of Foundation on Linux (Swift 6.3) keeps values in memory until `synchronize()`
/// is called, and then writes them in place, without a lock and in a format that loses fractions of
/// seconds. It reads the file once. It posts no notices, and keeps only the path of a URL.
/// `docs/storage.md` has the whole list. An `@AppStorage` needs all of that, and it has to be true
/// for every user of the class: the app's data layer, which imports only Foundation, sets the key
/// that a view shows.
///
/// A class of ours with the same name, exported by `SwiftUI`, would be another class in each file
/// that imports only Foundation: with other values, in another file, and not convertible to the
/// type of `store:`. So the name stays, and the methods are replaced, for all instances and in all
/// modules.
///
/// # How
///
/// A method of an `open` class is called through the class's method table, an array of function
/// pointers in the class's metadata, because the caller cannot know whether it has an instance of a
/// subclass. The metadata of a subclass begins with the same table, in which its overrides stand at
/// the positions of the overridden methods. So the positions need not be known: where the table of
/// ``DefaultsMethods`` differs from that of `UserDefaults`, it has an override, whose pointer is
/// copied. Initializers differ in each subclass, also without an override; ``Unchanged``, which
/// overrides nothing, tells which positions these are.
///
/// This happens when the program is loaded, before its first line runs, so no call reaches the old
/// methods. The metadata is writable data of the Foundation library, or of an executable into which
/// that is linked statically.
///
/// **Invariant:** either all methods are replaced or none. If the layout of classes or of the
/// instances' one property that is read (``InstanceLayout``) is not the expected one, as might be
/// in another version of Swift, nothing is changed, and a line on standard error says so. The tests
/// fail then: `UserDefaultsTests` checks each method.
///
/// An app's own subclass of `UserDefaults` has its own table, and keeps what it inherits from
/// Foundation.
enum MethodReplacement {
    /// The number of methods that ``DefaultsMethods`` overrides.
    private static let methodCount = 26

    /// A subclass that overrides nothing.
    private final class Unchanged: UserDefaults {}

    /// Whether the methods were replaced.
    nonisolated(unsafe) private(set) static var isInstalled = false

    /// Replaces the methods.
    static func install() {
        guard !isInstalled else { return }
        let target = ClassMetadata(UserDefaults.self)
        let source = ClassMetadata(DefaultsMethods.self)
        let unchanged = ClassMetadata(Unchanged.self)
        guard target.isPlausible, source.instanceSize == target.instanceSize, target.instanceSize == InstanceLayout.size else {
            return reportFailure()
        }
        let overridden = target.methodIndices.filter { index in
            target[index] == unchanged[index] && target[index] != source[index]
        }
        guard overridden.count == methodCount else { return reportFailure() }
        for index in overridden { target.replace(index, by: source[index]) }
        isInstalled = true
    }

    private static func reportFailure() {
        DefaultsLog.write(
            """
            This version of Foundation is not the one that Strata knows. UserDefaults works as Foundation implements it: \
            changes are neither observed nor written at once.
            """)
    }
}

/// The metadata of a class without Objective-C: its kind, its superclass, four words about its size,
/// its description and a destructor, followed by the method tables of its superclasses and its own.
private struct ClassMetadata {
    private let words: UnsafeMutablePointer<UInt>
    /// The position of the first word that can be a method.
    private static let headerCount = 7

    init(_ type: AnyClass) { words = unsafeBitCast(type, to: UnsafeMutablePointer<UInt>.self) }

    subscript(index: Int) -> UInt { words[index] }

    func replace(_ index: Int, by method: UInt) { words[index] = method }

    /// The size of an instance in bytes.
    var instanceSize: Int { Int(words[3] & 0xFFFF_FFFF) }

    /// The size of the metadata in bytes, and the part of it that precedes the first word.
    private var size: Int { Int(words[4] & 0xFFFF_FFFF) }
    private var addressPoint: Int { Int(words[4] >> 32) }

    /// Whether the sizes can be those of a class.
    var isPlausible: Bool {
        addressPoint % 8 == 0 && addressPoint > 0 && addressPoint <= 64 && size % 8 == 0 && size > addressPoint + 56
            && size < 4096
    }

    /// The positions at which methods can be.
    var methodIndices: Range<Int> { Self.headerCount..<((size - addressPoint) / 8) }
}

/// Runs when the program is loaded.
@section(".init_array") @used
nonisolated private let installMethods: @convention(c) () -> Void = { MethodReplacement.install() }
