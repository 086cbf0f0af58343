internal import Foundation
internal import Traps

/// A type that the accessors of hand-written classes cannot name, found at run time.
///
/// `ManagedAccessorsPlugin` writes these: its module stands below the app's, whose types it carries as stand-ins of the same layout.
public struct TrueType: Sendable {
    let find: @Sendable () -> Any.Type

    /// A type of the standard library or Foundation.
    public static func type(_ type: Any.Type) -> TrueType {
        TrueType { type }
    }

    /// A type of the app by its mangled name, such as `3App5ShapeO`.
    public static func named(_ mangledName: StaticString) -> TrueType {
        TrueType {
            guard let type = _typeByName("\(mangledName)") else {
                trap("The type '\(mangledName)' of a managed property is not in this process. Build the app anew.")
            }
            return type
        }
    }

    /// `T?`.
    public static func optional(_ wrapped: TrueType) -> TrueType {
        TrueType {
            func open<T>(_: T.Type) -> Any.Type { T?.self }
            return _openExistential(wrapped.find(), do: open)
        }
    }

    /// `[T]`.
    public static func array(_ element: TrueType) -> TrueType {
        TrueType {
            func open<T>(_: T.Type) -> Any.Type { [T].self }
            return _openExistential(element.find(), do: open)
        }
    }

    /// `Set<T>`.
    public static func set(_ element: TrueType) -> TrueType {
        TrueType { Set<AnyHashable>.type(of: element.hashable) }
    }

    /// `[K: V]`.
    public static func dictionary(_ key: TrueType, _ value: TrueType) -> TrueType {
        TrueType {
            let key = key.hashable
            func open<V>(_: V.Type) -> Any.Type { Set<AnyHashable>.dictionaryType(of: key, V.self) }
            return _openExistential(value.find(), do: open)
        }
    }

    private var hashable: any Hashable.Type {
        let type = find()
        guard let hashable = type as? any Hashable.Type else {
            trap("\(type) is not Hashable and cannot be in a set.")
        }
        return hashable
    }
}

extension Set<AnyHashable> {
    fileprivate static func type<T: Hashable>(of _: T.Type) -> Any.Type { Set<T>.self }
    fileprivate static func dictionaryType<K: Hashable, V>(of _: K.Type, _: V.Type) -> Any.Type { [K: V].self }
}
