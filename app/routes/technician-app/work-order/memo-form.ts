import type { SpokenCommand } from "~/domain/voice/sessions/command-view";
import type { HoldReason } from "~/domain/work-order-basics/status";

/** A command's form state; a blank text is a field still to be entered. */
export interface CommandForm {
  index: number;
  kind: SpokenCommand["kind"];
  isLeftOut: boolean;
  /** The note, the measured number, or the part's name. */
  text: string;
  quantity: string;
  /** The matching inventory item, while the part keeps its name as spoken. */
  itemId: string | null;
  to: string;
  holdReason: HoldReason | "";
}

/** A command's form, filled in with what was recognized. */
export function formOf(command: SpokenCommand): CommandForm {
  const { index, kind } = command;
  const blank: CommandForm = {
    ...{ index, kind, isLeftOut: false, text: "", quantity: "", itemId: null, to: "", holdReason: "" },
  };
  switch (command.kind) {
    case "note":
      return { ...blank, text: command.note.value ?? command.note.words };
    case "status":
      return { ...blank, to: command.status.value?.to ?? "", holdReason: command.status.value?.holdReason ?? "" };
    case "measured":
      return { ...blank, text: command.measurement.value ? String(command.measurement.value.value) : "" };
    case "used": {
      const part = command.part.value ?? command.part.candidates[0]?.value;
      if (!part) return { ...blank, text: command.part.words, quantity: "1" };
      return { ...blank, text: part.words, quantity: String(part.quantity), itemId: part.itemId };
    }
  }
}

/** The command in the API's format. */
export function confirmedOf(command: SpokenCommand, form: CommandForm) {
  const { index, kind, isLeftOut, text, quantity, itemId, to, holdReason } = form;
  if (isLeftOut) return { index, isLeftOut };
  switch (command.kind) {
    case "note":
      return { index, kind, note: text };
    case "status":
      return { index, kind, to, holdReason: to === "on_hold" && holdReason !== "" ? holdReason : null };
    case "measured": {
      const measured = (command.measurement.value ?? command.measurement.candidates[0]?.value)?.measured;
      return { index, kind, measured, value: text.trim() === "" ? null : Number(text) };
    }
    case "used":
      return { index, kind, part: text, quantity: quantity.trim() === "" ? null : Number(quantity), itemId };
  }
}

/** The API's errors by the command's index in the request, and the other fields it requires. */
export function errorsOf(fields: unknown): { of: (place: number) => string | undefined; asksFor: Set<string> } {
  const all = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
  return {
    of: (place) =>
      all
        .filter(([name]) => name.startsWith(`commands.${place}.`))
        .map(([, texts]) => (Array.isArray(texts) ? texts.join(" ") : ""))
        .join(" ") || undefined,
    asksFor: new Set(all.map(([name]) => name).filter((name) => name.startsWith("reading."))),
  };
}
