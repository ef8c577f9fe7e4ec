import { expect, test } from "vitest";
import { nextSent } from "~/components/forms/use-until-saved";

type Moment = { loaded: string; isSaving?: true; isInDoubt?: true };

/** The key a form is sent with at the last of these moments. */
function keyAfter(...moments: Moment[]): string | undefined {
  return sentAfter({ key: "first" }, ...moments.map((moment) => ({ ...moment, loaded: { key: moment.loaded } }))).key;
}

type Loaded = { key?: string; version?: number };

function sentAfter(opened: Loaded, ...moments: (Omit<Moment, "loaded"> & { loaded: Loaded })[]): Loaded {
  return moments.reduce<Parameters<typeof nextSent>[0]>(
    (last, { loaded, isSaving = false, isInDoubt = false }) => nextSent(last, loaded, { isSaving, isInDoubt }),
    { value: opened, isSaving: false, isHeld: true },
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

test("a form that was saved and stays keeps what was loaded after the save", () => {
  const first = { key: "first", version: 1 };
  const second = { key: "second", version: 2 };
  const saved = [{ loaded: first, isSaving: true as const }, { loaded: second }];
  expect(sentAfter(first, ...saved, { loaded: { key: "third", version: 3 } })).toEqual(second);
});

test("a version read before the save and loaded after it is not kept", () => {
  const first = { key: "first", version: 1 };
  const late = { key: "late", version: 1 };
  const second = { key: "second", version: 2 };
  const moments = [{ loaded: first, isSaving: true as const }, { loaded: late }, { loaded: second }];
  expect(sentAfter(first, ...moments)).toEqual(second);
});
