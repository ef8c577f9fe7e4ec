/** A press longer than this counts as holding the button, a shorter one as a tap. */
export const HOLD_MS = 400;

/** The action the button triggers. */
type Talk = "talk" | "pause" | null;

/** `heldSince`: when the press that started the recording began; null if not held, or if it was already recording. */
export interface TalkButton {
  isRecording: boolean;
  heldSince: number | null;
}

/** The same button works by tapping to talk and tapping to pause, or by holding to talk and releasing to pause. */
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
