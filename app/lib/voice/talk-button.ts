/** Held for longer, the button is one to hold; shorter, one to tap. */
export const HOLD_MS = 400;

/** What the button has to do. */
type Talk = "talk" | "pause" | null;

/** `heldSince`: when the press began that made it record; null where it is not held, or recorded before. */
export interface TalkButton {
  isRecording: boolean;
  heldSince: number | null;
}

/** The same button is tapped to talk and tapped to pause, or held to talk and let go to pause. */
export function pressed({ isRecording }: TalkButton, now: number): { button: TalkButton; act: Talk } {
  return isRecording
    ? { button: { isRecording, heldSince: null }, act: "pause" }
    : { button: { isRecording, heldSince: now }, act: "talk" };
}

export function released(button: TalkButton, now: number): { button: TalkButton; act: Talk } {
  const { isRecording, heldSince } = button;
  const wasHeld = heldSince !== null && now - heldSince >= HOLD_MS;
  return { button: { ...button, heldSince: null }, act: wasHeld && isRecording ? "pause" : null };
}
