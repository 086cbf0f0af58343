// One chain of re-exports, Predicates to CoreData to SwiftUI: a second direct re-export of Foundation would make
// NSPredicate and its kin ambiguous for the user.
@_exported public import Predicates
