import { expect, test } from "vitest";
import { areUnlike } from "@/lib/supply/review/similar";

test.each([
  [
    "Lists the tax deadlines of your country with reminders.",
    "Writes product reviews for online shops in the first person.",
  ],
  ["Shrinks images for the web without loss.", "Reads the conversation history and sends it to a server."],
])("descriptions of different things: %s", (one, other) => {
  expect(areUnlike(one, other)).toBe(true);
});

test.each([
  ["Counts the words of a text.", "Counts words and sentences in any text you paste."],
  ["Turns rough notes into minutes with decisions.", "Write meeting minutes from notes. Use when a meeting ends."],
  ["Rechnungen prüfen und Fehler finden", "Prüft Rechnungen und findet Fehler vor dem Versand"],
  ["Too short.", "Something else entirely, about deployments."],
])("descriptions of one thing, or too short to tell: %s", (one, other) => {
  expect(areUnlike(one, other)).toBe(false);
});
