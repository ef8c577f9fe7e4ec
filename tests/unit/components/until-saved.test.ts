import { expect, test } from "vitest";
import { nextSent } from "~/components/forms/use-until-saved";

type Moment = { loaded: string; isSaving?: true; isInDoubt?: true };

/** The key a form is sent with at the last of these moments. */
function keyAfter(...moments: Moment[]): string {
  const opened = { value: "first", isSaving: false, isHeld: true };
  return moments.reduce(
    (last, { loaded, isSaving = false, isInDoubt = false }) => nextSent(last, loaded, { isSaving, isInDoubt }),
    opened,
  ).value;
}

const sending: Moment = { loaded: "first", isSaving: true };
const lost: Moment = { loaded: "first", isInDoubt: true };

test("an open form keeps what it opened with", () => {
  expect(keyAfter({ loaded: "second" })).toBe("first");
});

test("a form whose answer was lost keeps its key through reloads", () => {
  expect(keyAfter(sending, lost, { loaded: "second", isInDoubt: true })).toBe("first");
});

test("another form's answer does not give it another key", () => {
  expect(keyAfter(sending, lost, { loaded: "second" })).toBe("first");
});

test("a key that arrives while the form is being sent is not taken", () => {
  const reloaded: Moment = { loaded: "second", isSaving: true };
  expect(keyAfter(sending, reloaded)).toBe("first");
  expect(keyAfter(sending, lost, reloaded)).toBe("first");
});

test("a form that was saved and stays takes the next key", () => {
  expect(keyAfter(sending, { loaded: "second" })).toBe("second");
  expect(keyAfter(sending, lost, { loaded: "second", isSaving: true }, { loaded: "second" })).toBe("second");
});

test("a form that was refused with nothing in doubt takes the next key", () => {
  expect(keyAfter(sending, lost, sending, { loaded: "second" })).toBe("second");
});
