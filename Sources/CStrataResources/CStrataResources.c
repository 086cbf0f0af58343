#include "CStrataResources.h"

// #embed is of C23. Clang knows it in older C, too.
//
// SwiftPM's `.embedInCode` writes a Swift array with a literal for each byte. Swift reads and
// type-checks such an array with each group of the module's files, which takes longer than all of the
// module's own code.
#ifndef __has_embed
#error "This Clang does not know #embed. Unset CC, so that the Clang of the Swift toolchain is used."
#endif
#pragma clang diagnostic ignored "-Wc23-extensions"

#define TEXT (const char *)(const unsigned char[])

static const struct StrataResource resources[] = {
    {"script/early.js", TEXT{
#embed "script/early.js" suffix(, 0)
    }},
    {"script/strata.js", TEXT{
#embed "script/strata.js" suffix(, 0)
    }},
    {"script/controls/choices.js", TEXT{
#embed "script/controls/choices.js" suffix(, 0)
    }},
    {"script/controls/commands.js", TEXT{
#embed "script/controls/commands.js" suffix(, 0)
    }},
    {"script/controls/contextmenus.js", TEXT{
#embed "script/controls/contextmenus.js" suffix(, 0)
    }},
    {"script/controls/menus.js", TEXT{
#embed "script/controls/menus.js" suffix(, 0)
    }},
    {"script/controls/navigation.js", TEXT{
#embed "script/controls/navigation.js" suffix(, 0)
    }},
    {"script/controls/pages.js", TEXT{
#embed "script/controls/pages.js" suffix(, 0)
    }},
    {"script/controls/presentations.js", TEXT{
#embed "script/controls/presentations.js" suffix(, 0)
    }},
    {"script/controls/presses.js", TEXT{
#embed "script/controls/presses.js" suffix(, 0)
    }},
    {"script/controls/refreshing.js", TEXT{
#embed "script/controls/refreshing.js" suffix(, 0)
    }},
    {"script/controls/selection.js", TEXT{
#embed "script/controls/selection.js" suffix(, 0)
    }},
    {"script/controls/shortcuts.js", TEXT{
#embed "script/controls/shortcuts.js" suffix(, 0)
    }},
    {"script/controls/toggles.js", TEXT{
#embed "script/controls/toggles.js" suffix(, 0)
    }},
    {"script/core/connection.js", TEXT{
#embed "script/core/connection.js" suffix(, 0)
    }},
    {"script/core/elements.js", TEXT{
#embed "script/core/elements.js" suffix(, 0)
    }},
    {"script/core/keyboard.js", TEXT{
#embed "script/core/keyboard.js" suffix(, 0)
    }},
    {"script/core/patches.js", TEXT{
#embed "script/core/patches.js" suffix(, 0)
    }},
    {"script/core/unfinished.js", TEXT{
#embed "script/core/unfinished.js" suffix(, 0)
    }},
    {"script/core/words.js", TEXT{
#embed "script/core/words.js" suffix(, 0)
    }},
    {"script/core/platform.js", TEXT{
#embed "script/core/platform.js" suffix(, 0)
    }},
    {"script/core/scene.js", TEXT{
#embed "script/core/scene.js" suffix(, 0)
    }},
    {"script/fields/input.js", TEXT{
#embed "script/fields/input.js" suffix(, 0)
    }},
    {"script/fields/lines.js", TEXT{
#embed "script/fields/lines.js" suffix(, 0)
    }},
    {"script/fields/search.js", TEXT{
#embed "script/fields/search.js" suffix(, 0)
    }},
    {"script/fields/textchanges.js", TEXT{
#embed "script/fields/textchanges.js" suffix(, 0)
    }},
    {"script/fields/typed.js", TEXT{
#embed "script/fields/typed.js" suffix(, 0)
    }},
    {"script/fields/useractions.js", TEXT{
#embed "script/fields/useractions.js" suffix(, 0)
    }},
    {"script/fields/values.js", TEXT{
#embed "script/fields/values.js" suffix(, 0)
    }},
    {"script/focus/focus.js", TEXT{
#embed "script/focus/focus.js" suffix(, 0)
    }},
    {"script/focus/pagefocus.js", TEXT{
#embed "script/focus/pagefocus.js" suffix(, 0)
    }},
    {"script/focus/reveal.js", TEXT{
#embed "script/focus/reveal.js" suffix(, 0)
    }},
    {"script/focus/stops.js", TEXT{
#embed "script/focus/stops.js" suffix(, 0)
    }},
    {"script/gestures/gestures.js", TEXT{
#embed "script/gestures/gestures.js" suffix(, 0)
    }},
    {"script/gestures/hover.js", TEXT{
#embed "script/gestures/hover.js" suffix(, 0)
    }},
    {"script/gestures/pinches.js", TEXT{
#embed "script/gestures/pinches.js" suffix(, 0)
    }},
    {"script/gestures/swipes.js", TEXT{
#embed "script/gestures/swipes.js" suffix(, 0)
    }},
    {"script/keyboard/focussections.js", TEXT{
#embed "script/keyboard/focussections.js" suffix(, 0)
    }},
    {"script/keyboard/keypresses.js", TEXT{
#embed "script/keyboard/keypresses.js" suffix(, 0)
    }},
    {"script/keyboard/keys.js", TEXT{
#embed "script/keyboard/keys.js" suffix(, 0)
    }},
    {"script/keyboard/rotors.js", TEXT{
#embed "script/keyboard/rotors.js" suffix(, 0)
    }},
    {"script/keyboard/undo.js", TEXT{
#embed "script/keyboard/undo.js" suffix(, 0)
    }},
    {"script/layout/anchors.js", TEXT{
#embed "script/layout/anchors.js" suffix(, 0)
    }},
    {"script/layout/ends.js", TEXT{
#embed "script/layout/ends.js" suffix(, 0)
    }},
    {"script/layout/gaps.js", TEXT{
#embed "script/layout/gaps.js" suffix(, 0)
    }},
    {"script/layout/layouts.js", TEXT{
#embed "script/layout/layouts.js" suffix(, 0)
    }},
    {"script/layout/lists.js", TEXT{
#embed "script/layout/lists.js" suffix(, 0)
    }},
    {"script/layout/offsets.js", TEXT{
#embed "script/layout/offsets.js" suffix(, 0)
    }},
    {"script/layout/positions.js", TEXT{
#embed "script/layout/positions.js" suffix(, 0)
    }},
    {"script/layout/reports.js", TEXT{
#embed "script/layout/reports.js" suffix(, 0)
    }},
    {"script/layout/scrolls.js", TEXT{
#embed "script/layout/scrolls.js" suffix(, 0)
    }},
    {"script/layout/sizes.js", TEXT{
#embed "script/layout/sizes.js" suffix(, 0)
    }},
    {"script/layout/snaps.js", TEXT{
#embed "script/layout/snaps.js" suffix(, 0)
    }},
    {"script/motion/animations.js", TEXT{
#embed "script/motion/animations.js" suffix(, 0)
    }},
    {"script/motion/declarations.js", TEXT{
#embed "script/motion/declarations.js" suffix(, 0)
    }},
    {"script/motion/heroes.js", TEXT{
#embed "script/motion/heroes.js" suffix(, 0)
    }},
    {"script/motion/matches.js", TEXT{
#embed "script/motion/matches.js" suffix(, 0)
    }},
    {"script/motion/scrolltransitions.js", TEXT{
#embed "script/motion/scrolltransitions.js" suffix(, 0)
    }},
    {"script/motion/springs.js", TEXT{
#embed "script/motion/springs.js" suffix(, 0)
    }},
    {"script/motion/symbols.js", TEXT{
#embed "script/motion/symbols.js" suffix(, 0)
    }},
    {"script/motion/timings.js", TEXT{
#embed "script/motion/timings.js" suffix(, 0)
    }},
    {"script/motion/transitions.js", TEXT{
#embed "script/motion/transitions.js" suffix(, 0)
    }},
    {"script/page/announcements.js", TEXT{
#embed "script/page/announcements.js" suffix(, 0)
    }},
    {"script/page/clicks.js", TEXT{
#embed "script/page/clicks.js" suffix(, 0)
    }},
    {"script/page/dialogs.js", TEXT{
#embed "script/page/dialogs.js" suffix(, 0)
    }},
    {"script/page/images.js", TEXT{
#embed "script/page/images.js" suffix(, 0)
    }},
    {"script/page/notices.js", TEXT{
#embed "script/page/notices.js" suffix(, 0)
    }},
    {"script/page/outline.js", TEXT{
#embed "script/page/outline.js" suffix(, 0)
    }},
    {"script/page/screenkeyboard.js", TEXT{
#embed "script/page/screenkeyboard.js" suffix(, 0)
    }},
    {"script/page/scrollends.js", TEXT{
#embed "script/page/scrollends.js" suffix(, 0)
    }},
    {"script/page/surroundings.js", TEXT{
#embed "script/page/surroundings.js" suffix(, 0)
    }},
    {"script/page/texts.js", TEXT{
#embed "script/page/texts.js" suffix(, 0)
    }},
    {"script/page/times.js", TEXT{
#embed "script/page/times.js" suffix(, 0)
    }},
    {"script/transfer/drags.js", TEXT{
#embed "script/transfer/drags.js" suffix(, 0)
    }},
    {"script/transfer/drops.js", TEXT{
#embed "script/transfer/drops.js" suffix(, 0)
    }},
    {"script/transfer/files.js", TEXT{
#embed "script/transfer/files.js" suffix(, 0)
    }},
    {"script/transfer/moves.js", TEXT{
#embed "script/transfer/moves.js" suffix(, 0)
    }},
    {"script/transfer/pastes.js", TEXT{
#embed "script/transfer/pastes.js" suffix(, 0)
    }},
    {"script/transfer/sharing.js", TEXT{
#embed "script/transfer/sharing.js" suffix(, 0)
    }},
    {"script/transfer/windowzone.js", TEXT{
#embed "script/transfer/windowzone.js" suffix(, 0)
    }},
    {"script/window/activities.js", TEXT{
#embed "script/window/activities.js" suffix(, 0)
    }},
    {"script/window/activitysearch.js", TEXT{
#embed "script/window/activitysearch.js" suffix(, 0)
    }},
    {"script/window/handoff.js", TEXT{
#embed "script/window/handoff.js" suffix(, 0)
    }},
    {"script/window/history.js", TEXT{
#embed "script/window/history.js" suffix(, 0)
    }},
    {"script/window/places.js", TEXT{
#embed "script/window/places.js" suffix(, 0)
    }},
    {"script/window/reconnecting.js", TEXT{
#embed "script/window/reconnecting.js" suffix(, 0)
    }},
    {"script/window/windows.js", TEXT{
#embed "script/window/windows.js" suffix(, 0)
    }},
    {"style/tokens.css", TEXT{
#embed "style/tokens.css" suffix(, 0)
    }},
    {"style/layout.css", TEXT{
#embed "style/layout.css" suffix(, 0)
    }},
    {"style/controls.css", TEXT{
#embed "style/controls.css" suffix(, 0)
    }},
    {"style/commands.css", TEXT{
#embed "style/commands.css" suffix(, 0)
    }},
    {"style/contextmenus.css", TEXT{
#embed "style/contextmenus.css" suffix(, 0)
    }},
    {"style/drags.css", TEXT{
#embed "style/drags.css" suffix(, 0)
    }},
    {"style/fields.css", TEXT{
#embed "style/fields.css" suffix(, 0)
    }},
    {"style/forms.css", TEXT{
#embed "style/forms.css" suffix(, 0)
    }},
    {"style/gestures.css", TEXT{
#embed "style/gestures.css" suffix(, 0)
    }},
    {"style/grids.css", TEXT{
#embed "style/grids.css" suffix(, 0)
    }},
    {"style/groups.css", TEXT{
#embed "style/groups.css" suffix(, 0)
    }},
    {"style/images.css", TEXT{
#embed "style/images.css" suffix(, 0)
    }},
    {"style/layers.css", TEXT{
#embed "style/layers.css" suffix(, 0)
    }},
    {"style/lists.css", TEXT{
#embed "style/lists.css" suffix(, 0)
    }},
    {"style/menus.css", TEXT{
#embed "style/menus.css" suffix(, 0)
    }},
    {"style/navigation.css", TEXT{
#embed "style/navigation.css" suffix(, 0)
    }},
    {"style/pickers.css", TEXT{
#embed "style/pickers.css" suffix(, 0)
    }},
    {"style/rotors.css", TEXT{
#embed "style/rotors.css" suffix(, 0)
    }},
    {"style/scrolling.css", TEXT{
#embed "style/scrolling.css" suffix(, 0)
    }},
    {"style/search.css", TEXT{
#embed "style/search.css" suffix(, 0)
    }},
    {"style/shapes.css", TEXT{
#embed "style/shapes.css" suffix(, 0)
    }},
    {"style/splits.css", TEXT{
#embed "style/splits.css" suffix(, 0)
    }},
    {"style/tables.css", TEXT{
#embed "style/tables.css" suffix(, 0)
    }},
    {"style/tabs.css", TEXT{
#embed "style/tabs.css" suffix(, 0)
    }},
    {"style/text.css", TEXT{
#embed "style/text.css" suffix(, 0)
    }},
    {"style/toggles.css", TEXT{
#embed "style/toggles.css" suffix(, 0)
    }},
    {"style/values.css", TEXT{
#embed "style/values.css" suffix(, 0)
    }},
    {"style/dialogs.css", TEXT{
#embed "style/dialogs.css" suffix(, 0)
    }},
    {"style/sheets.css", TEXT{
#embed "style/sheets.css" suffix(, 0)
    }},
    {"style/leaving.css", TEXT{
#embed "style/leaving.css" suffix(, 0)
    }},
    {"style/windows.css", TEXT{
#embed "style/windows.css" suffix(, 0)
    }},
    {"style/activities.css", TEXT{
#embed "style/activities.css" suffix(, 0)
    }},
    {"style/connection.css", TEXT{
#embed "style/connection.css" suffix(, 0)
    }},
    {"style/motion.css", TEXT{
#embed "style/motion.css" suffix(, 0)
    }},
    {"style/forcedcolors.css", TEXT{
#embed "style/forcedcolors.css" suffix(, 0)
    }},
    {"symbols/glyphs.txt", TEXT{
#embed "symbols/glyphs.txt" suffix(, 0)
    }},
    {0, 0},
};

const struct StrataResource *strata_resources(void) {
    return resources;
}
