// The module that apps import. It exports Core Data and the views, so that `import SwiftUI` alone
// makes both available. `App.main()` starts the web host; views do not depend on it.
@_exported public import CoreData
// `URLSession` and `URLRequest`, which are part of Foundation on Apple's platforms.
@_exported public import FoundationNetworking
// Declares no types, only the publishers of Timer, NotificationCenter and URLSession, which Apple's
// Foundation has itself.
@_exported public import OpenCombineFoundation
@_exported public import StrataViewGraph
