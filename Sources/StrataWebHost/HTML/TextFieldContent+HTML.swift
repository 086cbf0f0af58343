import Foundation
import StrataViewGraph

extension TextFieldContent {
    var tag: HTMLTag {
        var tag =
            hasLines ? HTMLTag("textarea", class: "field", css: style.css) : HTMLTag("input", class: "field", css: style.css)
        if !hasLines {
            tag["type"] = type
            tag["value"] = text
        } else {
            tag["data-value"] = text
            tag["rows"] = kind == .editor ? "5" : "1"
        }
        if rewrites.revision > 0 { tag["data-revision"] = String(rewrites.revision) }
        addLook(to: &tag)
        if !prompt.isEmpty { tag["placeholder"] = prompt }
        if !label.isEmpty { tag["aria-label"] = label }
        tag["maxlength"] = String(longestText)
        addKeyboard(to: &tag)
        if case .search(let listbox) = kind { tag.addCombobox(listbox) }
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }

    private var type: String {
        switch kind {
        case .secure: "password"
        case .search: "search"
        case .line, .lines, .editor: "text"
        }
    }

    private func addLook(to tag: inout HTMLTag) {
        switch appearance {
        case .automatic: break
        case .plain: tag.addClass("plain")
        case .roundedBorder: tag.addClass("rounded")
        case .squareBorder: tag.addClass("square")
        }
        if size != .regular { tag.addClass("size-\(size.rawValue)") }
        switch kind {
        case .line, .secure, .search: break
        case .lines(let limit):
            tag.addClass("lines")
            if let limit { tag.addCSS("--lines:\(max(limit, 1))") }
        case .editor: tag.addClass(hidesBackground ? "editor bare" : "editor")
        }
    }

    /// Adds the hints for autocompletion, spell checking and on-screen keyboards.
    private func addKeyboard(to tag: inout HTMLTag) {
        tag["autocomplete"] = traits.contentType?.autocomplete ?? "off"
        tag["spellcheck"] =
            traits.isAutocorrectionDisabled == false || kind == .editor && traits.isAutocorrectionDisabled != true
            ? "true" : "false"
        if traits.isAutocorrectionDisabled == true { tag["autocorrect"] = "off" }
        if let mode = traits.keyboard.inputMode { tag["inputmode"] = mode }
        if let capitalization = traits.capitalization { tag["autocapitalize"] = capitalization.kind.rawValue }
        if let hint = traits.submitLabel?.hint { tag["enterkeyhint"] = hint }
    }
}

extension UIKeyboardType {
    /// The value of HTML's attribute "inputmode"; nil for the default.
    fileprivate var inputMode: String? {
        switch self {
        case .default, .asciiCapable, .numbersAndPunctuation, .namePhonePad, .twitter: nil
        case .URL: "url"
        case .numberPad, .asciiCapableNumberPad: "numeric"
        case .phonePad: "tel"
        case .emailAddress: "email"
        case .decimalPad: "decimal"
        case .webSearch: "search"
        }
    }
}

extension SubmitLabel {
    /// The value of HTML's attribute "enterkeyhint", which supports fewer labels.
    fileprivate var hint: String? {
        switch kind {
        case .done, .go, .send, .search, .next: kind.rawValue
        case .join, .route, .continue: "go"
        case .return: "enter"
        }
    }
}
