/// Declares a value of the environment, with its default value.
///
///     extension EnvironmentValues {
///         @Entry var columns: Int = 2
///     }
///
///     @Environment(\.columns) private var columns
///
/// The macro makes an ``EnvironmentKey`` and the property's accessors. If the declaration has a
/// type, the default value is evaluated each time that it is read; without a type, once.
///
/// It also declares values of a ``Transaction``, and those of ``FocusedValues``, whose types are
/// optional and which have no default value:
///
///     extension FocusedValues {
///         @Entry var note: Note?
///     }
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "StrataMacros", type: "EntryMacro")
