// The browser's side of a window: applies patches to the page and reports the user's events. Each
// behavior is a module of its own.
//
// The page arrives fully rendered. The script indexes its elements by ID, opens a WebSocket with
// the window's token and from then on applies the server's patches (see Patch.swift) in order. It
// keeps no model of its own: the server's view graph is the state, and the page shows it. Only the
// browser knows scroll positions, the focus, unsent text and the measured heights of rows. They
// survive patches and reconnections.
//
// A tab that has shown a scene before presents the scene's name when it connects, and the server's
// first patch is the restored scene (scene.js). Until then, the page is hidden.
//
// If the connection breaks, the script tries again with growing delays, and the server answers with
// a redraw of the whole window. If the server has closed the window meanwhile, the page is
// reloaded. A redraw also repairs inconsistencies: a patch that cannot be applied closes the
// connection.
//
// Modules register with the core, which imports none of them. docs/architecture.md lists the
// folders; a module imports only from its own and from those before it.

import { awaitsScene, connect } from "./core/connection.js";
import "./core/elements.js";
import "./core/keyboard.js";
import { start } from "./core/patches.js";
import "./core/platform.js";
import { isHandoff, opensURL } from "./core/scene.js";
import "./core/unfinished.js";
import "./core/words.js";
import "./page/announcements.js";
import "./page/clicks.js";
import "./page/dialogs.js";
import "./page/images.js";
import "./page/notices.js";
import "./page/outline.js";
import "./page/screenkeyboard.js";
import "./page/scrollends.js";
import "./page/surroundings.js";
import "./page/texts.js";
import "./page/times.js";
import "./motion/animations.js";
import "./motion/declarations.js";
import "./motion/heroes.js";
import "./motion/matches.js";
import "./motion/scrolltransitions.js";
import "./motion/springs.js";
import "./motion/symbols.js";
import "./motion/timings.js";
import "./motion/transitions.js";
import "./layout/anchors.js";
import "./layout/ends.js";
import "./layout/gaps.js";
import "./layout/layouts.js";
import "./layout/lists.js";
import "./layout/offsets.js";
import "./layout/positions.js";
import "./layout/reports.js";
import "./layout/scrolls.js";
import "./layout/sizes.js";
import "./layout/snaps.js";
import "./focus/focus.js";
import "./focus/pagefocus.js";
import "./focus/reveal.js";
import "./focus/stops.js";
import "./fields/input.js";
import "./fields/lines.js";
import "./fields/search.js";
import "./fields/textchanges.js";
import "./fields/typed.js";
import "./fields/useractions.js";
import "./fields/values.js";
import "./transfer/drags.js";
import "./transfer/drops.js";
import "./transfer/files.js";
import "./transfer/moves.js";
import "./transfer/pastes.js";
import "./transfer/sharing.js";
import "./transfer/windowzone.js";
import "./gestures/gestures.js";
import "./gestures/hover.js";
import "./gestures/pinches.js";
import "./gestures/swipes.js";
import "./controls/choices.js";
import "./controls/commands.js";
import "./controls/contextmenus.js";
import "./controls/menus.js";
import "./controls/navigation.js";
import "./controls/pages.js";
import "./controls/presentations.js";
import "./controls/presses.js";
import "./controls/refreshing.js";
import "./controls/selection.js";
import "./controls/shortcuts.js";
import "./controls/toggles.js";
import "./keyboard/focussections.js";
import "./keyboard/keypresses.js";
import "./keyboard/keys.js";
import "./keyboard/rotors.js";
import "./keyboard/undo.js";
import "./window/activities.js";
import "./window/activitysearch.js";
import "./window/handoff.js";
import { followHistory } from "./window/history.js";
import { showSelectedRows } from "./window/places.js";
import "./window/reconnecting.js";
import "./window/windows.js";

start();
// The URL keeps a link to an activity, and a URL to open, until the server has accepted it.
if (!awaitsScene() && !isHandoff && !opensURL) followHistory();
if (!awaitsScene()) showSelectedRows();
connect();
