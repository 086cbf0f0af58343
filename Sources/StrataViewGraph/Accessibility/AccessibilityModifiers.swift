extension View {
    /// Names the element for tests.
    public func accessibilityIdentifier(_ identifier: String) -> some View { trait { $0.identifier = identifier } }

    /// Describes the element for users who do not see it.
    public func accessibilityLabel(_ label: Text) -> some View { trait { $0.label = label.string } }

    /// Describes the element, with a string, for users who do not see it.
    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { accessibilityLabel(Text(label)) }

    /// Describes the element, with a localized string, for users who do not see it.
    public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { accessibilityLabel(Text(labelKey)) }

    /// Describes what happens when the user acts on the element, for users who do not see it.
    public func accessibilityHint(_ hint: Text) -> some View { accessibility { $0.hint = hint.string } }

    /// Describes, with a localized string, what happens when the user acts on the element.
    public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { accessibilityHint(Text(hintKey)) }

    /// Describes, with a string, what happens when the user acts on the element.
    @_disfavoredOverload
    public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { accessibilityHint(Text(hint)) }

    /// Describes the value of the element for users who do not see it.
    public func accessibilityValue(_ valueDescription: Text) -> some View {
        accessibility { $0.value = valueDescription.string }
    }

    /// Describes the value of the element, with a localized string.
    public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { accessibilityValue(Text(valueKey)) }

    /// Describes the value of the element, with a string.
    @_disfavoredOverload
    public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { accessibilityValue(Text(value)) }

    /// Hides the element from users who do not see it.
    public func accessibilityHidden(_ hidden: Bool) -> some View { accessibility { $0.isHidden = hidden } }

    /// Adds to what the element is for users who do not see it.
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        accessibility {
            $0.addedTraits.formUnion(traits)
            $0.removedTraits.remove(traits)
        }
    }

    /// Removes from what the element is for users who do not see it.
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
        accessibility {
            $0.removedTraits.formUnion(traits)
            $0.addedTraits.remove(traits)
        }
    }

    /// Sets the way the element's children appear to users who do not see it.
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        accessibility { $0.children = children }
    }

    /// Makes the element a heading of a level.
    public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
        accessibility {
            $0.addedTraits.formUnion(.isHeader)
            $0.headingLevel = level == .unspecified ? nil : Int(level.rawValue)
        }
    }

    private func accessibility(_ change: @escaping (inout AccessibilityProperties) -> Void) -> some View {
        trait { change(&$0.accessibility) }
    }
}

// The names of the first release, which apps still use.
extension View {
    /// Names the element for tests.
    public func accessibility(identifier: String) -> some View { accessibilityIdentifier(identifier) }

    /// Describes the element for users who do not see it.
    public func accessibility(label: Text) -> some View { accessibilityLabel(label) }

    /// Describes what happens when the user acts on the element.
    public func accessibility(hint: Text) -> some View { accessibilityHint(hint) }

    /// Describes the value of the element.
    public func accessibility(value: Text) -> some View { accessibilityValue(value) }

    /// Hides the element from users who do not see it.
    public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }

    /// Adds to what the element is for users who do not see it.
    public func accessibility(addTraits traits: AccessibilityTraits) -> some View { accessibilityAddTraits(traits) }

    /// Removes from what the element is for users who do not see it.
    public func accessibility(removeTraits traits: AccessibilityTraits) -> some View { accessibilityRemoveTraits(traits) }
}
