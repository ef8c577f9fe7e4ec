import type { IssueChange } from "~/domain/code-hosts/host";
import type { SimulatedIssue } from "./state";

const COMMAND = /^\/(close|reopen|confidential)(?: [^\n]*)?(?:\s*\n|$)/gim;

type Change = Pick<IssueChange, "state"> & Partial<Pick<SimulatedIssue, "isConfidential">>;

const EFFECTS: Record<string, Change> = {
  close: { state: "closed" },
  reopen: { state: "open" },
  confidential: { isConfidential: true },
};

/** Takes GitLab's quick actions out of a text, as it does: what they change, and the rest of the text. */
export function quickActionsIn(text: string): { text: string; change: Change } {
  const plain = text.replaceAll("\r", "");
  const names = [...plain.matchAll(COMMAND)].map(([, name = ""]) => name.toLowerCase());
  return {
    text: plain.replace(COMMAND, "").trimEnd(),
    change: Object.assign({}, ...names.map((name) => EFFECTS[name])),
  };
}
