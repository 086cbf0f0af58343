import Foundation
import StrataViewGraph

/// The words that the script of a page shows by itself, which the app may translate.
enum ScriptWords {
    /// The keys, in the order of the alphabet: those that modules pass to `word` of `words.js`.
    static let keys = [
        "Activities", "Banner", "Complementary", "Continue on Another Device", "Controls", "Copied", "Copy",
        "Copy the link from the field", "Done", "Form", "Headings", "Images", "Information", "Landmarks", "Link",
        "Linked", "Links", "List", "Lists", "Main content", "Navigation", "No activities",
        "Nothing was done, because the app cannot be reached. Reconnecting …", "Open in New Window",
        "Open the new window", "Pasting is not possible here", "Reconnecting …", "Refresh", "Region", "Rotors",
        "Search", "Search Activities", "Search activities", "Share", "Sharing is not possible here", "Table",
        "Tables", "Text field", "Text fields", "The app cannot be reached now", "There is nothing to continue now",
        "This activity is no longer there", "Window", "Window menu",
    ]

    /// The translations of the words in the language of the window that is written, as JSON; nil if
    /// the app translates none of them.
    static var translations: String? {
        let translated = keys.map { ($0, Localization.word($0)) }.filter { $0 != $1 }
        guard !translated.isEmpty else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Ignored: strings have a JSON form, and without the table the words are English.
        let json = try? encoder.encode(Dictionary(uniqueKeysWithValues: translated))
        return json.map { String(decoding: $0, as: UTF8.self) }
    }
}
