internal import StrataTraps

/// A host's report of a window's surroundings: its size, the user's settings, and whether it is
/// visible. A host sends all of them at first, and again when one changes.
package struct SurroundingsEvent: ElementEvent {
    package static let name = "surroundings"

    /// Whether the window is visible.
    package var isVisible: Bool
    /// Whether the window is narrow, as on a phone held upright.
    package var isNarrow: Bool
    /// Whether the window is low, as on a phone held sideways.
    package var isLow: Bool
    package var isDark: Bool
    package var prefersMoreContrast: Bool
    package var prefersLessMotion: Bool
    package var prefersLessTransparency: Bool
    /// Whether the user has inverted the colors of the display.
    package var invertsColors: Bool
    /// Whether the host replaces the colors of the page by a few others, or shows none.
    package var ignoresColors: Bool
    /// The ratio of the user's size of text to the usual one, from 0.25 to 8.
    package var textScale: Double
    /// The number of pixels in a point, from 0.25 to 16.
    package var scale: Double
    /// The name of the time zone, such as "Europe/Berlin".
    package var timeZone: String?

    package init(
        isVisible: Bool = true, isNarrow: Bool = false, isLow: Bool = false, isDark: Bool = false,
        prefersMoreContrast: Bool = false, prefersLessMotion: Bool = false, prefersLessTransparency: Bool = false,
        invertsColors: Bool = false, ignoresColors: Bool = false, textScale: Double = 1, scale: Double = 1,
        timeZone: String? = nil
    ) {
        self.isVisible = isVisible
        self.isNarrow = isNarrow
        self.isLow = isLow
        self.isDark = isDark
        self.prefersMoreContrast = prefersMoreContrast
        self.prefersLessMotion = prefersLessMotion
        self.prefersLessTransparency = prefersLessTransparency
        self.invertsColors = invertsColors
        self.ignoresColors = ignoresColors
        self.textScale = textScale
        self.scale = scale
        self.timeZone = timeZone
    }

    /// Decodes a report, which is untrusted. Limits the scales and the length of the time zone's
    /// name.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        isVisible = try values.decode(Bool.self, forKey: .isVisible)
        isNarrow = try values.decode(Bool.self, forKey: .isNarrow)
        isLow = try values.decode(Bool.self, forKey: .isLow)
        isDark = try values.decode(Bool.self, forKey: .isDark)
        prefersMoreContrast = try values.decode(Bool.self, forKey: .prefersMoreContrast)
        prefersLessMotion = try values.decode(Bool.self, forKey: .prefersLessMotion)
        prefersLessTransparency = try values.decode(Bool.self, forKey: .prefersLessTransparency)
        invertsColors = try values.decodeIfPresent(Bool.self, forKey: .invertsColors) ?? false
        ignoresColors = try values.decodeIfPresent(Bool.self, forKey: .ignoresColors) ?? false
        let size = try values.decodeIfPresent(Double.self, forKey: .textScale) ?? 1
        textScale = min(max(size.isFinite ? size : 1, 0.25), 8)
        let reported = try values.decode(Double.self, forKey: .scale)
        scale = min(max(reported.isFinite ? reported : 1, 0.25), 16)
        timeZone = try values.decodeIfPresent(String.self, forKey: .timeZone).map { String($0.prefix(64)) }
    }
}

extension WindowGraph {
    /// The handler of a host's reports of the window's surroundings.
    var surroundingsHandler: EventHandler {
        EventHandler(SurroundingsEvent.self) { [weak self] event in
            guard let self else { return }
            changeEnvironment { values in
                values.apply(event)
                if let preferredColorScheme {
                    let window = preferredColorScheme.scheme(reporting: values.colorScheme)
                    values.setWindowColorScheme(window.scheme, isFixed: window.isFixed)
                }
            }
        }
    }

    /// Sets the phase of the window's scene. A host calls this when it has lost its connection.
    package func setScenePhase(_ phase: ScenePhase) { changeEnvironment { $0.scenePhase = phase } }
}
