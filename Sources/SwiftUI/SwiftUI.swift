// The module that apps import. It exports Core Data, the views and the web host, so that
// `import SwiftUI` alone makes all of them available.
@_exported public import CoreData
@_exported public import StrataViewGraph
@_exported public import StrataWebHost
