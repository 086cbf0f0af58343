// Share links: shares by the browser's sheet or, if it has none, copies to the clipboard.

import { word } from "../core/words.js";
import { say } from "../page/notices.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest(".share[data-id]");
  if (!button || button.disabled) return;
  const { url, subject, text } = button.dataset;
  const data = { ...(url && { url }), ...(subject && { title: subject }), ...(text && { text }) };
  try {
    if (navigator.canShare?.(data)) return await navigator.share(data);
    await navigator.clipboard.writeText([text, url].filter(Boolean).join("\n"));
    say(word("Copied"));
  } catch (error) {
    // The user closed the browser's sheet.
    if (error.name !== "AbortError") say(word("Sharing is not possible here"));
  }
});
