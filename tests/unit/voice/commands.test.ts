import { expect, test } from "vitest";
import { type Command, extractCommands } from "~/domain/voice/extraction/commands";
import type { Field } from "~/domain/voice/extraction/field";
import { book } from "./book";
import { commands } from "./command-sentences";

function shown(command: Command): string[] {
  if (command.kind === "note") return heard(command.note, (note) => `note ${note}`);
  if (command.kind === "measured")
    return heard(command.measurement, ({ measured, value }) => `measured ${measured} ${value}`);
  if (command.kind === "used")
    return heard(command.part, ({ quantity, itemId, words }) => `used ${quantity} ${itemId ?? words}`);
  return heard(command.status, ({ to, holdReason }) => ["status", to, holdReason].filter(Boolean).join(" "));
}

function heard<T>(field: Field<T>, line: (value: T) => string): string[] {
  return field.state === "heard" ? [line(field.value)] : [];
}

test.each(commands)("commands in: %s", (text, expected) => {
  const found = extractCommands({ text }, book.parts);
  expect(found.kind === "no_speech" ? [] : found.commands.flatMap(shown)).toEqual(expected);
});
