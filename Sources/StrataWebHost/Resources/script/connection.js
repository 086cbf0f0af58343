// The WebSocket that carries events to the server and patches back.

import { idOf } from "./elements.js";
import { noteFocus } from "./focus.js";
import { reportImages } from "./images.js";
import { resendInputs } from "./input.js";
import { resendRows } from "./lists.js";
import { apply } from "./patches.js";
import { resendSizes } from "./sizes.js";
import { reportSurroundings } from "./surroundings.js";

const page = document.documentElement;
let socket = null;
let messageNumber = 0;
let attempts = 0;
/** The close code for a window that no longer exists; the same number as in LiveChannel.swift. */
const unknownWindow = 4404;

export function connect() {
  const url = new URL(`strata/live?window=${page.dataset.window}`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(url);
  socket.onopen = () => {
    attempts = 0;
    messageNumber = 0;
    noteFocus(0);
    page.dataset.live = "open";
    reportSurroundings();
    resendInputs();
    resendRows();
    resendSizes();
    reportImages();
  };
  socket.onmessage = (message) => {
    try {
      apply(JSON.parse(message.data));
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

/**
 * Sends an event of the user. Returns the number of the message, or false if there is no
 * connection.
 */
export function send(element, event, more) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  messageNumber += 1;
  // Until the server acknowledges this message, the control's value is newer than its patches.
  if ("value" in element) element.lastInput = messageNumber;
  if (event === "focus") noteFocus(messageNumber);
  socket.send(JSON.stringify({ element: idOf(element), event, number: messageNumber, ...more }));
  return messageNumber;
}
