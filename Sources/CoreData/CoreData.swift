@_exported public import Predicates
