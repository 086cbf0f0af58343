// One chain of re-exports, Predicates to CoreData to SwiftUI: a second direct re-export of
// Foundation would make NSPredicate and related types ambiguous for the user.
@_exported public import StrataPredicates

// Apple's Foundation has UndoManager and the folders of `URL` itself.
@_exported public import StrataFileLocations
@_exported public import StrataUndo

// In a file that also imports Foundation, a class that comes with a whole module would be as
// visible as Foundation's unavailable one of the same name. A class that is imported by itself
// takes precedence.
@_exported public import class StrataPredicates.NSComparisonPredicate
@_exported public import class StrataPredicates.NSCompoundPredicate
@_exported public import class StrataPredicates.NSExpression
@_exported public import class StrataPredicates.NSPredicate
@_exported public import class StrataPredicates.NSSortDescriptor

// `URLSession` and related types, which are part of Foundation on Apple's platforms. The library is
// loaded anyway, for Combine.
@_exported public import FoundationNetworking

// The types for observing managed objects, which are observable objects. Not the whole module,
// whose operators would take part in every `==` of a file that imports CoreData. `import Combine`
// brings all of it.
@_exported public import class OpenCombine.AnyCancellable
@_exported public import protocol OpenCombine.Cancellable
@_exported public import protocol OpenCombine.ObservableObject
@_exported public import class OpenCombine.ObservableObjectPublisher
@_exported public import struct OpenCombine.Published
