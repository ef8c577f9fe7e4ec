/** Changes sent one at a time: the one being sent and those waiting, oldest first. */
export interface Turns<Change> {
  sending: Change | null;
  waiting: readonly Change[];
}

type Step<Change> =
  | { kind: "add"; change: Change; replaces: (later: Change, earlier: Change) => boolean }
  | { kind: "sent"; change: Change }
  | { kind: "answered" };

/**
 * The next state. A change may be added after another was chosen to be sent but before that is known here, so the one sent is
 * named, and a later change that replaces it stays in line.
 */
export function nextTurns<Change>({ sending, waiting }: Turns<Change>, step: Step<Change>): Turns<Change> {
  switch (step.kind) {
    case "add":
      return { sending, waiting: [...waiting.filter((one) => !step.replaces(step.change, one)), step.change] };
    case "sent":
      return { sending: step.change, waiting: waiting.filter((one) => one !== step.change) };
    case "answered":
      return { sending: null, waiting };
  }
}
