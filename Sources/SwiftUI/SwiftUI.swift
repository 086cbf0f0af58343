// The module that apps import. It has Core Data, the views and the web host, so that
// `import SwiftUI` alone is enough, as it is for apps on Apple's platforms.
@_exported public import CoreData
@_exported public import StrataViewGraph
@_exported public import StrataWebHost
