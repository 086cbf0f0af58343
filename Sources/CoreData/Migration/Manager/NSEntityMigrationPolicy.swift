public import Foundation
internal import StrataPredicates

/// The steps of one entity mapping. Subclass it to create destination objects in code.
///
/// A manager creates one policy for each entity mapping, and calls its methods in three passes, each
/// over all entity mappings in their order:
///
/// 1. `begin(_:with:)`, `createDestinationInstances(forSource:in:manager:)` for each source object,
///    `endInstanceCreation(forMapping:manager:)`
/// 2. `createRelationships(forDestination:in:manager:)` for each destination object,
///    `endRelationshipCreation(forMapping:manager:)`
/// 3. `performCustomValidation(forMapping:manager:)`, `end(_:manager:)`
///
/// An error that a method throws ends the migration.
///
/// A subclass that overrides `init()` declares it `required`, where Apple's platforms need
/// `override`. `XcodeFolderPlugin` writes this by itself.
open class NSEntityMigrationPolicy: NSObject {
    /// Creates a policy. The migration manager calls it.
    public required override init() {}

    /// Called before the first source object. Does nothing unless overridden.
    open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

    /// Creates the destination objects for a source object, and associates them with it.
    ///
    /// Creates one object of the destination entity, sets its attributes by the mapping's
    /// expressions, and associates it. An override that does not call super calls
    /// `associate(sourceInstance:withDestinationInstance:for:)` itself.
    open func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try manager.makeDestination(for: sInstance, mapping, self)
    }

    /// Called after the last source object. Does nothing unless overridden.
    open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Sets the relationships of a destination object by the mapping's expressions.
    open func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try manager.relate(dInstance, mapping, self)
    }

    /// Called after the last destination object of the second pass. Does nothing unless overridden.
    open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Checks the result of the mapping, after all relationships were created. Does nothing unless
    /// overridden. Called before the objects are validated by the rules of the model.
    open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Called at the end of the mapping. Does nothing unless overridden.
    open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Returns the result of a method that a value expression calls:
    /// `FUNCTION($entityPolicy, "sectionForName:", $source.name)`.
    ///
    /// This method is Strata's. Apple's frameworks find the method by its selector at run time,
    /// which Linux cannot do. `XcodeFolderPlugin` writes an override for the methods with `@objc`.
    /// Elsewhere, override it, and call super for all other selectors:
    ///
    /// ```swift
    /// override func call(_ selector: String, arguments: [Any?]) throws -> Any? {
    ///     switch selector {
    ///     case "sectionForName:": section(forName: arguments[0] as? String ?? "")
    ///     default: try super.call(selector, arguments: arguments)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - selector: The selector in the expression.
    ///   - arguments: The values of the arguments: numbers as NSNumber, collections as arrays.
    /// - Throws: NSEntityMigrationPolicyError that names the selector, unless overridden.
    open func call(_ selector: String, arguments: [Any?]) throws -> Any? {
        throw MigrationError.failed(
            """
            The value expression calls '\(selector)' of \(String(reflecting: Swift.type(of: self))), which Linux cannot find by its \
            selector. Override call(_:arguments:) in that class and return the result for this selector.
            """,
            code: NSEntityMigrationPolicyError)
    }
}

extension NSEntityMigrationPolicy: SelectorReceiver {}

extension NSEntityMigrationPolicy {
    /// Returns an argument of ``call(_:arguments:)`` as the type that the policy's method takes.
    ///
    /// This method is Strata's. The overrides that `XcodeFolderPlugin` writes call it. No value
    /// becomes nil for an optional type. For others it becomes what the method sees on Apple's
    /// platforms: an empty text, collection or data, and zero for a number.
    ///
    /// - Throws: NSEntityMigrationPolicyError that names the selector and both types.
    public func argument<Value>(_ index: Int, of arguments: [Any?], for selector: String) throws -> Value {
        let argument = index < arguments.count ? arguments[index] : nil
        if let value = argument as? Value { return value }
        if argument == nil, let value = Self.missingValues.lazy.compactMap({ $0 as? Value }).first { return value }
        throw MigrationError.failed(
            """
            The value expression calls '\(selector)' of \(String(reflecting: Swift.type(of: self))), whose argument \(index + 1) is a \
            \(Value.self), with \(argument.map { "a value of type \(Swift.type(of: $0))" } ?? "no value").
            """,
            code: NSEntityMigrationPolicyError)
    }

    /// The values of an argument that is nil, of which a method gets the one of its parameter's type.
    ///
    /// On Apple's platforms Swift bridges nil to the empty values, and a message to nil returns zero.
    private static var missingValues: [Any] {
        [
            "", [Any](), [AnyHashable: Any](), Set<AnyHashable>(), Data(), NSNumber(value: 0), NSDecimalNumber.zero,
        ]
    }
}

extension NSEntityMigrationPolicy {
    /// Returns the policy for a mapping.
    ///
    /// - Parameter modules: The modules of the models' classes, in which a name without a module is
    ///   searched too.
    /// - Throws: NSMigrationError that names the class, if there is no such subclass.
    static func policy(for mapping: NSEntityMapping, modules: [String]) throws -> NSEntityMigrationPolicy {
        guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty, name != "NSEntityMigrationPolicy" else {
            guard mapping.mappingType != .customEntityMappingType else {
                throw MigrationError.failed(
                    "\(mapping.title) is of the custom type and names no policy. Set entityMigrationPolicyClassName to a subclass of NSEntityMigrationPolicy."
                )
            }
            return NSEntityMigrationPolicy()
        }
        let bare = name.split(separator: ".").last.map(String.init) ?? name
        let known = ([mapping.module].compactMap { $0 } + modules).map { "\($0).\(bare)" } + MainProgram.classNames(bare)
        // The module in Xcode may have another name than the target here.
        var candidates: [String] = []
        for candidate in (name.contains(".") ? [name] : []) + known where !candidates.contains(candidate) {
            candidates.append(candidate)
        }
        for candidate in candidates {
            guard let type = NSClassFromString(candidate) else { continue }
            guard let policy = type as? NSEntityMigrationPolicy.Type else {
                throw MigrationError.failed(
                    "\(mapping.title) names the policy '\(name)', and the class \(candidate) is no subclass of NSEntityMigrationPolicy."
                )
            }
            return policy.init()
        }
        throw MigrationError.failed(
            """
            \(mapping.title) names the policy '\(name)', and there is no such class. Name it with its module; searched \
            \(candidates.joined(separator: ", ")).
            """)
    }
}
