import Foundation

extension Formatter {
    /// Returns the text of a value; nil if the formatter does not format values of its type.
    ///
    /// On Linux, some of Foundation's formatters do not implement `string(for:)`, and the method of
    /// the superclass stops the program. A subclass of an app is called as it is.
    func text(for value: Any) -> String? {
        let kind = type(of: self)
        if kind == ISO8601DateFormatter.self, let formatter = self as? ISO8601DateFormatter {
            return (value as? Date).map(formatter.string(from:))
        }
        if kind == LengthFormatter.self, let formatter = self as? LengthFormatter {
            return number(value).map(formatter.string(fromMeters:))
        }
        if kind == MassFormatter.self, let formatter = self as? MassFormatter {
            return number(value).map(formatter.string(fromKilograms:))
        }
        if kind == EnergyFormatter.self, let formatter = self as? EnergyFormatter {
            return number(value).map(formatter.string(fromJoules:))
        }
        return string(for: value)
    }

    private func number(_ value: Any) -> Double? { (value as? NSNumber)?.doubleValue ?? value as? Double }
}
