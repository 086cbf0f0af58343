// One chain of re-exports, Predicates to CoreData to SwiftUI: a second direct re-export of Foundation would make
// NSPredicate and its kin ambiguous for the user.
@_exported public import Predicates

// In a file that imports Foundation too, a whole module's class would stand beside Foundation's unavailable one of the
// same name; a class imported singly wins.
@_exported public import class Predicates.NSComparisonPredicate
@_exported public import class Predicates.NSCompoundPredicate
@_exported public import class Predicates.NSExpression
@_exported public import class Predicates.NSPredicate
@_exported public import class Predicates.NSSortDescriptor

// Managed objects are observable objects: what it takes to observe one. Not the whole module, whose operators would take part in every `==`
// of a file that imports CoreData. `import Combine` brings all of it.
@_exported public import class OpenCombine.AnyCancellable
@_exported public import protocol OpenCombine.Cancellable
@_exported public import protocol OpenCombine.ObservableObject
@_exported public import class OpenCombine.ObservableObjectPublisher
@_exported public import struct OpenCombine.Published
