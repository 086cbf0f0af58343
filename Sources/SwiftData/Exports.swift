// A file that imports SwiftData alone uses Date, UUID and Predicate, too, as on Apple's platforms.
// StrataPredicates, which re-exports Foundation, has members that predicates of models expand to; a
// module with the upcoming feature MemberImportVisibility sees them only through an import. See
// `Exports.swift` of CoreData for the chain of re-exports, and for the classes by themselves.
@_exported public import Observation
@_exported public import StrataPredicates
@_exported public import class StrataPredicates.NSComparisonPredicate
@_exported public import class StrataPredicates.NSCompoundPredicate
@_exported public import class StrataPredicates.NSExpression
@_exported public import class StrataPredicates.NSPredicate
@_exported public import class StrataPredicates.NSSortDescriptor
// Apple's Foundation has UndoManager and the folders of `URL` itself.
@_exported public import StrataFileLocations
@_exported public import StrataUndo
// Apple's Foundation has the value transformers of `@Attribute(.transformable(by:))`.
@_exported public import struct CoreData.NSValueTransformerName
@_exported public import class CoreData.NSSecureUnarchiveFromDataTransformer
@_exported public import class CoreData.ValueTransformer
