/// The texts that the app has given to a field and that the person had not seen when they typed.
///
/// # A text with two writers
///
/// The person writes into the field that the browser shows, and the app writes the binding: a
/// submission empties it, a binding keeps only five characters of it, another window changes it.
/// Between the two is a line on which a message takes its time, in either direction. So each of
/// them changes a text that the other one has changed already. The person submits *hello* and types
/// *world*; the app empties the field when it receives the submission. The browser's texts
/// *hellow*, *hellowo*, … arrive after that. Taken as they are, they bring *hello* back.
///
/// Therefore the browser does not report the text of a field. It reports **edits**: what was
/// removed and inserted, at which place, in which version of the text. An edit of a version that is
/// no longer the current one is rebased over the rewrites since
/// (``TextChange/rebased(over:isFirst:)``): what was typed remains, what is gone stays gone. In the
/// example, the edit "insert *w* at 5" becomes "insert *w* at 0". The browser does the same in the
/// other direction (`input.js`): it rebases those of its edits over a rewrite that the server had
/// not processed.
///
/// # The life of an edit
///
/// 1. The field's text has ``revision`` 4 on both sides. The person types; the browser shows the
///    letter at once, and sends the edit with the number 4.
/// 2. Meanwhile the app has changed the text. The field's next evaluation found another text than
///    the one that the browser was known to show, and recorded the difference as revision 5
///    (``record(from:to:)``). A patch with the new text and its revision is on the way.
/// 3. The edit arrives. Revision 5 is rebased over it, and it over revision 5. The result is the
///    text that the person means, and the binding gets it. Because two rewrites may have become one
///    patch, whose difference the browser computes itself, the text is then sent once more as
///    revision 6, with which both sides agree in any case.
/// 4. The browser receives revision 5 in a patch that acknowledges the messages before the edit. It
///    rebases the edit, and shows the new text with the typed letter. Then revision 6 arrives,
///    which acknowledges the edit and changes nothing.
///
/// # The invariants
///
/// - The browser shows the text of the last patch, and on top of it the edits that this patch does
///   not acknowledge. When nothing is on the way, both have the same text.
/// - An edit changes only what the person has changed. Nothing else of the text is sent, so a
///   browser that cannot show a text as it is (line breaks in a field of one line, carriage
///   returns) leaves those parts as they are.
/// - Lengths are checked: an edit that does not fit to its text has no effect, and the browser gets
///   the text of the app. A page that is honest does not send one.
package struct TextRewrites: Hashable, Sendable {
    /// The number of the last rewrite.
    package private(set) var revision = 0
    /// The rewrites that the browser may not have shown yet, oldest first, in the form in which
    /// they follow the edits that were received.
    private var unseen: [TextChange] = []

    /// The most rewrites that are kept. A page that is further behind is asked to type again.
    private static let most = 256

    /// The most code units that the kept rewrites insert, or four times the length of the text if
    /// that is more. An app may replace all of a long text again and again.
    private static let mostInserted = 10_000

    package init() {}

    /// Records that the app has replaced a text of the browser.
    mutating func record(from old: [UInt16], to new: [UInt16]) {
        append(TextChange(from: old, to: new))
    }

    private mutating func append(_ change: TextChange) {
        revision += 1
        unseen.append(change)
        let most = max(Self.mostInserted, 4 * change.newLength)
        var inserted = unseen.reduce(0) { $0 + $1.insertedLength }
        while unseen.count > Self.most || inserted > most { inserted -= unseen.removeFirst().insertedLength }
    }

    /// Makes the current text the only one that edits can be based on.
    private mutating func reset() {
        revision += 1
        unseen = []
    }

    /// Records that the browser has replaced the whole text.
    mutating func replaceText() { unseen = [] }

    /// Applies an edit to the current text. Returns whether the browser needs the result, because
    /// it cannot know it.
    ///
    /// - Parameters:
    ///   - edit: The edit of the text with the revision `base`.
    ///   - text: The current text.
    mutating func apply(_ edit: TextChange, of base: Int, to text: inout [UInt16]) -> Bool {
        // Any number may be in a message of a page, so it is compared before it is subtracted.
        guard base >= 0, base <= revision, revision - base <= unseen.count else {
            reset()
            return true
        }
        let count = revision - base
        // The browser does not go back to an earlier revision.
        unseen.removeFirst(unseen.count - count)
        var edit = edit
        guard edit.oldLength == (unseen.first?.oldLength ?? text.count) else {
            reset()
            return true
        }
        for index in unseen.indices {
            let rewrite = unseen[index]
            unseen[index] = rewrite.rebased(over: edit, isFirst: false)
            edit = edit.rebased(over: rewrite, isFirst: true)
        }
        guard edit.oldLength == text.count else {
            reset()
            return true
        }
        text = edit.applied(to: text)
        // A half of a character that is left becomes a replacement character of the same length.
        let valid = Array(String(decoding: text, as: UTF16.self).utf16)
        guard count > 0 || valid != text else { return false }
        record(from: text, to: valid)
        text = valid
        return true
    }
}
