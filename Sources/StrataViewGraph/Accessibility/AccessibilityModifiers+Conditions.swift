// Properties that hold under a condition only.
extension View {
    /// Names the view for assistive technology, unless a condition is false.
    public func accessibilityLabel(_ label: Text, isEnabled: Bool) -> some View {
        trait { if isEnabled { $0.label = $0.label ?? label.string } }
    }

    /// Names the view for assistive technology with a localized string, unless a condition is false.
    public func accessibilityLabel(_ labelKey: LocalizedStringKey, isEnabled: Bool) -> some View {
        accessibilityLabel(Text(labelKey), isEnabled: isEnabled)
    }

    /// Names the view for assistive technology with a string, unless a condition is false.
    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S, isEnabled: Bool) -> some View {
        accessibilityLabel(Text(label), isEnabled: isEnabled)
    }

    /// Describes the result of the view's action for assistive technology, unless a condition is
    /// false.
    public func accessibilityHint(_ hint: Text, isEnabled: Bool) -> some View {
        trait { if isEnabled { $0.accessibility.hint = $0.accessibility.hint ?? hint.string } }
    }

    /// Describes the result of the view's action for assistive technology with a localized string,
    /// unless a condition is false.
    public func accessibilityHint(_ hintKey: LocalizedStringKey, isEnabled: Bool) -> some View {
        accessibilityHint(Text(hintKey), isEnabled: isEnabled)
    }

    /// Describes the result of the view's action for assistive technology with a string, unless a
    /// condition is false.
    @_disfavoredOverload
    public func accessibilityHint<S: StringProtocol>(_ hint: S, isEnabled: Bool) -> some View {
        accessibilityHint(Text(hint), isEnabled: isEnabled)
    }

    /// Describes the value of the view for assistive technology, unless a condition is false.
    public func accessibilityValue(_ valueDescription: Text, isEnabled: Bool) -> some View {
        trait { if isEnabled { $0.accessibility.value = $0.accessibility.value ?? valueDescription.string } }
    }

    /// Describes the value of the view for assistive technology with a localized string, unless a
    /// condition is false.
    public func accessibilityValue(_ valueKey: LocalizedStringKey, isEnabled: Bool) -> some View {
        accessibilityValue(Text(valueKey), isEnabled: isEnabled)
    }

    /// Describes the value of the view for assistive technology with a string, unless a condition is
    /// false.
    @_disfavoredOverload
    public func accessibilityValue<S: StringProtocol>(_ value: S, isEnabled: Bool) -> some View {
        accessibilityValue(Text(value), isEnabled: isEnabled)
    }

    /// Hides the view from assistive technology, or shows it again, unless a condition is false.
    public func accessibilityHidden(_ hidden: Bool, isEnabled: Bool) -> some View {
        trait { if isEnabled { $0.accessibility.isHidden = $0.accessibility.isHidden ?? hidden } }
    }

    /// Sets the identifier by which tests find the view, unless a condition is false.
    public func accessibilityIdentifier(_ identifier: String, isEnabled: Bool) -> some View {
        trait { if isEnabled { $0.identifier = $0.identifier ?? identifier } }
    }

    /// Sets other names of the view, unless a condition is false.
    public func accessibilityInputLabels(_ inputLabels: [Text], isEnabled: Bool) -> some View {
        trait { if isEnabled, $0.accessibility.inputLabels.isEmpty { $0.accessibility.inputLabels = inputLabels.map(\.string) } }
    }

    /// Sets other names of the view, which are localized, unless a condition is false.
    public func accessibilityInputLabels(_ inputLabelKeys: [LocalizedStringKey], isEnabled: Bool) -> some View {
        accessibilityInputLabels(inputLabelKeys.map { Text($0) }, isEnabled: isEnabled)
    }

    /// Sets other names of the view, which are strings, unless a condition is false.
    @_disfavoredOverload
    public func accessibilityInputLabels<S: StringProtocol>(_ inputLabels: [S], isEnabled: Bool) -> some View {
        accessibilityInputLabels(inputLabels.map { Text($0) }, isEnabled: isEnabled)
    }
}
