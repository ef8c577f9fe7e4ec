import fc from "fast-check";
import { expect, test } from "vitest";
import { linkParts, mentionedIn, mentionParts, mentionTyped } from "~/domain/messages/message";
import { moved, shownOf, startOf, withLatest, withPage } from "~/routes/messages/thread/window";

const people = [
  { id: "1", name: "Luis Ortega" },
  { id: "2", name: "Luis" },
  { id: "3", name: "Maria Keller" },
];

test.each<[string, string[]]>([
  ["@Luis Ortega can you go?", ["1"]],
  ["@luis ortega, and @Maria Keller.", ["1", "3"]],
  ["@Luis is on site", ["2"]],
  ["@Luisa is not here", []],
  ["mail me at maria@Maria Kellerman", []],
  ["@Luis Ortega @Luis Ortega", ["1"]],
  ["nobody", []],
])("'%s' mentions %j", (body, ids) => {
  expect(mentionedIn(body, people)).toEqual(ids);
});

test("the parts of a text join back to the text", () => {
  fc.assert(
    fc.property(fc.string(), (body) => {
      expect(
        mentionParts(body, people)
          .map(({ text }) => text)
          .join(""),
      ).toBe(body);
      expect(
        linkParts(body)
          .map(({ text }) => text)
          .join(""),
      ).toBe(body);
    }),
  );
});

test.each<[string, string | null]>([
  ["hello @Lu", "Lu"],
  ["@", ""],
  ["@Luis Or", "Luis Or"],
  ["a@b", null],
  ["done", null],
])("before the caret in '%s', the name being typed is %j", (text, typed) => {
  expect(mentionTyped(text)).toBe(typed);
});

test("a link ends before its sentence's period", () => {
  expect(linkParts("See https://example.com/a?b=1.")).toEqual([
    { text: "See ", isLink: false },
    { text: "https://example.com/a?b=1", isLink: true },
    { text: ".", isLink: false },
  ]);
});

// Guarantee: only positions matter here.
const page = (from: number, to: number, rest = { hasOlder: from > 1, hasNewer: false }) =>
  ({ items: Array.from({ length: to - from + 1 }, (_, at) => ({ seq: from + at })), ...rest }) as unknown as Parameters<
    typeof startOf
  >[0];
const seqs = (state: ReturnType<typeof startOf>) => shownOf(state).items.map(({ seq }) => seq);

test("scrolling through 10,000 messages draws 150 at most, without gaps, and back down to the newest", () => {
  let state = startOf(page(9951, 10_000));
  while (shownOf(state).hasAbove) {
    const first = state.all[0]?.seq ?? 1;
    state = moved(state, "older") ?? withPage(state, page(Math.max(1, first - 50), first - 1));
    const shown = seqs(state);
    expect(shown.length).toBeLessThanOrEqual(150);
    expect(shown).toEqual(Array.from({ length: shown.length }, (_, at) => (shown[0] ?? 0) + at));
  }
  expect(seqs(state)[0]).toBe(1);
  for (let next = moved(state, "newer"); next; next = moved(state, "newer")) state = next;
  expect(seqs(state).at(-1)).toBe(10_000);
});

test("new messages join the loaded ones; after a gap the list starts over", () => {
  const state = withPage(startOf(page(51, 100)), page(1, 50));
  expect(seqs(withLatest(state, page(53, 102)))).toEqual(Array.from({ length: 102 }, (_, at) => at + 1));
  expect(seqs(withLatest(state, page(151, 200)))[0]).toBe(151);
});
