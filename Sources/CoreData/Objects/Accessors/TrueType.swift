internal import Foundation
internal import StrataTraps

/// A type that the accessors of hand-written classes cannot name, found at run time.
///
/// `ManagedAccessorsPlugin` writes the accessors into a module that the app's module depends on, so
/// they cannot import the app's types. They pass values as types of the same layout instead.
public struct TrueType: Sendable {
    let find: @Sendable () -> Any.Type

    /// Returns a type of the standard library or Foundation.
    public static func type(_ type: Any.Type) -> TrueType {
        TrueType { type }
    }

    /// Returns a type of the app by its mangled name, such as `3App5ShapeO`. Traps at the first use
    /// if the program has no such type.
    public static func named(_ mangledName: StaticString) -> TrueType {
        TrueType {
            guard let type = _typeByName("\(mangledName)") else {
                trap("The type '\(mangledName)' of a managed property is not in this process. Rebuild the app.")
            }
            return type
        }
    }

    /// Returns the type `T?`.
    public static func optional(_ wrapped: TrueType) -> TrueType {
        TrueType {
            func open<T>(_: T.Type) -> Any.Type { T?.self }
            return _openExistential(wrapped.find(), do: open)
        }
    }

    /// Returns the type `[T]`.
    public static func array(_ element: TrueType) -> TrueType {
        TrueType {
            func open<T>(_: T.Type) -> Any.Type { [T].self }
            return _openExistential(element.find(), do: open)
        }
    }

    /// Returns the type `Set<T>`. Traps at the first use if `T` is not Hashable.
    public static func set(_ element: TrueType) -> TrueType {
        TrueType { Set<AnyHashable>.type(of: element.hashable) }
    }

    /// Returns the type `[K: V]`. Traps at the first use if `K` is not Hashable.
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
