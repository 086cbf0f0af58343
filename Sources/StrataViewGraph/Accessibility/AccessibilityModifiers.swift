// The modifiers change the traits from the outermost to the innermost. The outermost is the one
// that an app applies last, and it replaces the label, value, hint or identifier that the view has
// already. So a modifier sets only what none further out has set.

extension View {
    /// Sets the identifier by which tests find the view, in place of one that it has already.
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        trait { $0.identifier = $0.identifier ?? identifier }
    }

    /// Names the view for assistive technology, in place of a label that it has already.
    public func accessibilityLabel(_ label: Text) -> some View { trait { $0.label = $0.label ?? label.string } }

    /// Names the view for assistive technology, with a string.
    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { accessibilityLabel(Text(label)) }

    /// Names the view for assistive technology, with a localized string.
    public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { accessibilityLabel(Text(labelKey)) }

    /// Describes the result of the view's action for assistive technology.
    public func accessibilityHint(_ hint: Text) -> some View { accessibility { $0.hint = $0.hint ?? hint.string } }

    /// Describes the result of the view's action for assistive technology, with a localized string.
    public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { accessibilityHint(Text(hintKey)) }

    /// Describes the result of the view's action for assistive technology, with a string.
    @_disfavoredOverload
    public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { accessibilityHint(Text(hint)) }

    /// Describes the value of the view for assistive technology.
    public func accessibilityValue(_ valueDescription: Text) -> some View {
        accessibility { $0.value = $0.value ?? valueDescription.string }
    }

    /// Describes the value of the view for assistive technology, with a localized string.
    public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { accessibilityValue(Text(valueKey)) }

    /// Describes the value of the view for assistive technology, with a string.
    @_disfavoredOverload
    public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { accessibilityValue(Text(value)) }

    /// Hides the view from assistive technology, or shows it again.
    public func accessibilityHidden(_ hidden: Bool) -> some View { accessibility { $0.isHidden = $0.isHidden ?? hidden } }

    /// Adds to the role and state that the view has for assistive technology.
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        accessibility {
            $0.addedTraits.formUnion(traits)
            $0.removedTraits.remove(traits)
        }
    }

    /// Removes from the role and state that the view has for assistive technology.
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
        accessibility {
            $0.removedTraits.formUnion(traits)
            $0.addedTraits.remove(traits)
        }
    }

    /// Sets the way in which the view's children appear to assistive technology.
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        accessibility { $0.children = $0.children ?? children }
    }

    /// Makes the view a heading of a level.
    public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
        accessibility {
            $0.addedTraits.formUnion(.isHeader)
            $0.headingLevel = $0.headingLevel ?? (level == .unspecified ? nil : Int(level.rawValue))
        }
    }

    /// Changes the accessibility properties of the next element.
    private func accessibility(_ change: @escaping (inout AccessibilityProperties) -> Void) -> some View {
        trait { change(&$0.accessibility) }
    }
}

// The names that these modifiers had in the first release of SwiftUI, and that apps still use.
extension View {
    /// Sets the identifier by which tests find the view.
    public func accessibility(identifier: String) -> some View { accessibilityIdentifier(identifier) }

    /// Names the view for assistive technology.
    public func accessibility(label: Text) -> some View { accessibilityLabel(label) }

    /// Describes the result of the view's action for assistive technology.
    public func accessibility(hint: Text) -> some View { accessibilityHint(hint) }

    /// Describes the value of the view for assistive technology.
    public func accessibility(value: Text) -> some View { accessibilityValue(value) }

    /// Hides the view from assistive technology, or shows it again.
    public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }

    /// Adds to the role and state that the view has for assistive technology.
    public func accessibility(addTraits traits: AccessibilityTraits) -> some View { accessibilityAddTraits(traits) }

    /// Removes from the role and state that the view has for assistive technology.
    public func accessibility(removeTraits traits: AccessibilityTraits) -> some View { accessibilityRemoveTraits(traits) }
}
