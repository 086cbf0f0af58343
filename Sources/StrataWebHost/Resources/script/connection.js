// The WebSocket that carries events to the server and patches back.

import { idOf } from "./elements.js";
import { noteFocus } from "./focus.js";
import { depthOfEntry } from "./history.js";
import { reportImages } from "./images.js";
import { resendInputs } from "./input.js";
import { resendRows } from "./lists.js";
import { apply } from "./patches.js";
import { renumber, restorePlaces } from "./places.js";
import { isReturning, keepScene, offered } from "./scene.js";
import { resendSizes } from "./sizes.js";
import { reportSurroundings, surroundings } from "./surroundings.js";

const page = document.documentElement;
let socket = null;
let messageNumber = 0;
let attempts = 0;
/** Whether the tab has shown a scene before, which the server has not restored yet. */
let isRestoring = offered !== null;
/** The close code for a window that no longer exists; the same number as in LiveChannel.swift. */
const unknownWindow = 4404;

/** Whether the page waits for the scene that the tab has shown before. */
export const awaitsScene = () => isRestoring;

export function connect() {
  const url = new URL(`strata/live?window=${page.dataset.window}${isRestoring ? "&restores=1" : ""}`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(url);
  socket.onopen = () => {
    attempts = 0;
    messageNumber = 0;
    noteFocus(0);
    if (isRestoring) present();
    else begin();
  };
  socket.onmessage = (message) => {
    try {
      const patch = JSON.parse(message.data);
      const wasRestoring = isRestoring;
      isRestoring = false;
      // Without a session to keep, the name was refused.
      if (wasRestoring && !patch.operations.some(([name]) => name === "scene")) keepScene(null);
      apply(patch, wasRestoring);
      if (wasRestoring) begin();
    } catch (error) {
      // The page differs from what the server assumes. Reconnecting redraws it.
      console.error(error);
      socket.close();
    }
  };
  socket.onclose = (event) => {
    if (event.code === unknownWindow) return location.reload();
    page.dataset.live = "lost";
    attempts += 1;
    setTimeout(connect, Math.min(250 * 2 ** attempts, 5000));
  };
}

/** Presents the name of the scene that the tab has shown. The answer is the scene. */
function present() {
  messageNumber = 1;
  socket.send(JSON.stringify({
    element: 0, event: "restore", number: 1, scene: offered, location: location.search, depth: depthOfEntry(), isReturning,
    surroundings: surroundings(),
  }));
}

/** Reports everything that the server cannot know, after a connection was made. */
function begin() {
  page.dataset.live = "open";
  renumber();
  reportSurroundings();
  resendInputs();
  resendRows();
  resendSizes();
  reportImages();
  restorePlaces();
}

/**
 * Sends an event of the user. Returns the number of the message, or false if there is no
 * connection.
 */
export function send(element, event, more) {
  if (socket?.readyState !== WebSocket.OPEN || isRestoring) return false;
  messageNumber += 1;
  // Until the server acknowledges this message, the control's value is newer than its patches.
  if ("value" in element) element.lastInput = messageNumber;
  if (event === "focus") noteFocus(messageNumber);
  socket.send(JSON.stringify({ element: idOf(element), event, number: messageNumber, ...more }));
  return messageNumber;
}
