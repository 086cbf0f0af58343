/// The label of the Return key on an on-screen keyboard.
///
/// Browsers know fewer labels: `join`, `route` and `continue` are shown as `go`.
public struct SubmitLabel: Hashable, Sendable {
    package enum Kind: String { case done, go, send, join, route, search, `return`, next, `continue` }
    package let kind: Kind

    /// "Done": editing ends.
    public static var done: SubmitLabel { SubmitLabel(kind: .done) }
    /// "Go": the entered address or place is opened.
    public static var go: SubmitLabel { SubmitLabel(kind: .go) }
    /// "Send": the text is sent.
    public static var send: SubmitLabel { SubmitLabel(kind: .send) }
    /// "Join": the user joins a network or a group.
    public static var join: SubmitLabel { SubmitLabel(kind: .join) }
    /// "Route": a route is computed.
    public static var route: SubmitLabel { SubmitLabel(kind: .route) }
    /// "Search": a search begins.
    public static var search: SubmitLabel { SubmitLabel(kind: .search) }
    /// "Return", the usual label.
    public static var `return`: SubmitLabel { SubmitLabel(kind: .return) }
    /// "Next": the focus moves to the next field.
    public static var next: SubmitLabel { SubmitLabel(kind: .next) }
    /// "Continue": the next step begins.
    public static var `continue`: SubmitLabel { SubmitLabel(kind: .continue) }
}
