@_exported public import CoreData
@_exported public import ViewGraph
@_exported public import WebHost
