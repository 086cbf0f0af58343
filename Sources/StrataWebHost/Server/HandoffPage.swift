import HTTPTypes

/// The page that explains why a link does not continue an activity, and what to do.
enum HandoffPage {
    /// The name of the token in the query of a link.
    static let parameter = "handoff"

    /// The status of the page's response.
    static func status(of refusal: HandoffLinks.Refusal) -> HTTPResponse.Status {
        switch refusal {
        case .unknown: .notFound
        case .expired, .used: .gone
        case .foreign: .forbidden
        }
    }

    /// Returns the document. It contains nothing of the request.
    static func html(_ refusal: HandoffLinks.Refusal) -> String {
        let text = text(of: refusal)
        return """
            <!doctype html>
            <html lang="en" dir="ltr"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width, initial-scale=1">\
            <meta name="color-scheme" content="light dark"><title>\(text.title)</title>\
            <link rel="icon" href="data:,"><link rel="stylesheet" href="\(Assets.path(of: "strata.css"))"></head>\
            <body><main class="window refusal"><h1>\(text.title)</h1><p>\(text.reason)</p>\
            <p>\(advice(for: refusal))</p>\
            <p><a href="./">Open the app</a></p></main></body></html>

            """
    }

    /// Returns what the user can do. Another link of the same person would be refused, too.
    private static func advice(for refusal: HandoffLinks.Refusal) -> String {
        switch refusal {
        case .unknown, .expired, .used:
            "To continue here, choose “Continue on Another Device” again on the device that has made the link."
        case .foreign: "To continue here, sign in as that person, and open the link again."
        }
    }

    private static func text(of refusal: HandoffLinks.Refusal) -> (title: String, reason: String) {
        switch refusal {
        case .unknown:
            (
                "This link is not known",
                "The address may be incomplete, or the app was started again since the link was made."
            )
        case .expired: ("This link has expired", "A link is valid for a few minutes only.")
        case .used: ("This link was used already", "A link continues an activity once.")
        case .foreign:
            ("This link is for another person", "The person who is signed in here is not the one who has made the link.")
        }
    }
}
