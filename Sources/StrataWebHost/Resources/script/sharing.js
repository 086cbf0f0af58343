// Share links: shares by the browser's sheet or, if it has none, copies to the clipboard.

/** Shows a message for two seconds. */
function say(button, text) {
  const message = document.createElement("div");
  message.className = "notice";
  message.role = "status";
  message.textContent = text;
  document.body.append(message);
  setTimeout(() => message.remove(), 2000);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest(".share[data-id]");
  if (!button || button.disabled) return;
  const { url, subject, text } = button.dataset;
  const data = { ...(url && { url }), ...(subject && { title: subject }), ...(text && { text }) };
  try {
    if (navigator.canShare?.(data)) return await navigator.share(data);
    await navigator.clipboard.writeText([text, url].filter(Boolean).join("\n"));
    say(button, "Copied");
  } catch (error) {
    // The user closed the browser's sheet.
    if (error.name !== "AbortError") say(button, "Sharing is not possible here");
  }
});
