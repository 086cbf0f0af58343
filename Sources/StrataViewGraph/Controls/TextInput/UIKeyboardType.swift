/// The on-screen keyboard for a text field. Browsers have fewer kinds than the names here.
public enum UIKeyboardType: Int, Hashable, Sendable {
    /// The usual keyboard.
    case `default`
    /// ASCII characters. Browsers show the usual keyboard.
    case asciiCapable
    /// Numbers and punctuation. Browsers show the usual keyboard.
    case numbersAndPunctuation
    /// The characters of URLs.
    case URL
    /// The digits of whole numbers, such as a PIN.
    case numberPad
    /// The digits and symbols of telephone numbers.
    case phonePad
    /// Names and telephone numbers. Browsers show the usual keyboard.
    case namePhonePad
    /// The characters of email addresses.
    case emailAddress
    /// Digits and a decimal separator.
    case decimalPad
    /// Text with "@" and "#". Browsers show the usual keyboard.
    case twitter
    /// The keyboard for a search.
    case webSearch
    /// ASCII digits.
    case asciiCapableNumberPad
}
