// The words that the script shows by itself, in the language of the window.

// The server writes the translations that the app has (ScriptWords.swift).
const translations = JSON.parse(document.documentElement.dataset.words ?? "{}");

/** Returns a word as the app translates it, or the word itself. */
export const word = (key) => translations[key] ?? key;
