import type { Heard } from "~/domain/voice/sessions/recordings/heard";
import { measuredName, type SpokenCommand } from "./command-view";
import type { SpokenDraft } from "./draft-view";

/** The words that a field came from, stored with the recording. */
export interface Receipt {
  /** The field's label: 'Customer', 'Suction pressure'. */
  field: string;
  words: string;
  /** Milliseconds into the recording; null if its words have no times. */
  atMs: number | null;
}

/** Per recording. */
const MAX_RECEIPTS = 60;
const MAX_WORDS = 300;

/** The source words of a work order's fields, in the order of the audio. A draft added by hand has none. */
export function draftReceipts(draft: SpokenDraft | undefined): Receipt[] {
  if (!draft) return [];
  const { customer, name, phone, address, summary, service, priority, date, clock, technician } = draft;
  const each = (field: string, all: readonly (Heard<unknown> | null)[]) => all.flatMap((one) => receipt(field, one));
  return distinct([
    ...each("Customer", [customer ?? name]),
    ...each("Phone", [phone]),
    ...each("Address", [address]),
    ...each("Problem", [summary, ...draft.symptoms]),
    ...each("Equipment", [...draft.units, ...draft.equipment]),
    ...each("Service type", [service]),
    ...each("Priority", [priority]),
    ...each("Day", [date]),
    ...each("Time", [clock]),
    ...each("Technician", [technician]),
    ...each("Part", draft.parts),
    ...each("Note", draft.notes),
  ]);
}

/** The source words of what was written on a job. */
export function commandReceipts(commands: readonly SpokenCommand[]): Receipt[] {
  return distinct(commands.flatMap(commandReceipt));
}

function commandReceipt(command: SpokenCommand): Receipt[] {
  switch (command.kind) {
    case "note":
      return receipt("Note", command.note);
    case "status":
      return receipt("Status", command.status);
    case "used":
      return receipt("Part used", command.part);
    case "measured": {
      const { value, candidates } = command.measurement;
      const measured = (value ?? candidates[0]?.value)?.measured;
      return receipt(measured ? measuredName(measured) : "Reading", command.measurement);
    }
  }
}

function receipt(field: string, heard: Heard<unknown> | null): Receipt[] {
  if (!heard || heard.words === "") return [];
  return [{ field, words: heard.words.slice(0, MAX_WORDS), atMs: heard.atMs }];
}

/** Removes duplicates; entries without a time come last. */
function distinct(receipts: readonly Receipt[]): Receipt[] {
  const known = new Set<string>();
  return receipts
    .filter(({ field, words, atMs }) => {
      const key = `${field} ${atMs} ${words}`;
      return !known.has(key) && known.add(key);
    })
    .sort((one, other) => (one.atMs ?? Number.MAX_SAFE_INTEGER) - (other.atMs ?? Number.MAX_SAFE_INTEGER))
    .slice(0, MAX_RECEIPTS);
}
