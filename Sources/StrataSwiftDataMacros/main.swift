// The compiler plug-in that expands SwiftData's macros. All of it is in StrataSwiftDataExpansion,
// which tests can import.

import StrataSwiftDataExpansion

var plugin = MacroPlugin()
plugin.run()
