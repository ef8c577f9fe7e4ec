import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  canonical,
  changeFor,
  fieldsOf,
  type IssueFields,
  labelKeys,
  merge,
  receivedComment,
  sentComment,
} from "~/domain/code-hosts/sync/merge";

const base: IssueFields = { title: "Low", body: "By 3 psi", state: "open", labels: ["bug"], milestone: null };

test.each<[string, Partial<IssueFields>, Partial<IssueFields>, Partial<IssueFields>, string[]]>([
  ["nobody changed anything", {}, {}, {}, []],
  ["only we did", { title: "High" }, {}, { title: "High" }, []],
  ["only they did", {}, { body: "By 5 psi" }, { body: "By 5 psi" }, []],
  ["each another field", { title: "High" }, { state: "closed" }, { title: "High", state: "closed" }, []],
  ["both the same", { title: "High" }, { title: "High" }, { title: "High" }, []],
  ["both the title", { title: "Ours" }, { title: "Theirs" }, { title: "Theirs" }, ["title"]],
  ["both the milestone", { milestone: "A" }, { milestone: "B" }, { milestone: "B" }, ["milestone"]],
  ["both add a label", { labels: ["bug", "hot"] }, { labels: ["bug", "cold"] }, { labels: ["bug", "cold", "hot"] }, []],
  ["one adds, one takes away", { labels: ["bug", "hot"] }, { labels: [] }, { labels: ["hot"] }, []],
  ["we close", { state: "closed" }, {}, { state: "closed" }, []],
  ["they take the milestone away", { milestone: null }, { milestone: null }, { milestone: null }, []],
])("%s", (_what, ours, theirs, result, conflicts) => {
  const merged = merge(base, { ...base, ...ours }, { ...base, ...theirs });
  expect(merged.result).toEqual({ ...base, ...result });
  expect(merged.conflicts.map(({ field }) => field)).toEqual(conflicts);
});

const words = fc.constantFrom("a", "b", "c", "d");
const fields: fc.Arbitrary<IssueFields> = fc.record({
  title: words,
  body: words,
  state: fc.constantFrom("open", "closed"),
  labels: fc.array(words).map(labelKeys),
  milestone: fc.option(words),
});

test("a merge takes what either changed, invents nothing, loses nothing without saying so, and is stable", () => {
  fc.assert(
    fc.property(fields, fields, fields, (before, ours, theirs) => {
      const { result, conflicts } = merge(before, ours, theirs);
      expect(merge(before, before, theirs).result).toEqual(theirs);
      expect(merge(before, ours, before).result).toEqual(ours);
      expect(merge(before, ours, ours)).toEqual({ result: ours, conflicts: [] });
      // Once it is written on both sides, there is nothing more to do.
      expect(merge(before, result, result)).toEqual({ result, conflicts: [] });
      expect(merge(result, result, result)).toEqual({ result, conflicts: [] });
      // Cut off after theirs was written: ours comes to the same.
      expect(merge(before, ours, result).result).toEqual(result);
      for (const field of ["title", "body", "milestone"] as const) {
        const isLost = ours[field] !== before[field] && result[field] !== ours[field];
        expect(conflicts.some((one) => one.field === field)).toBe(isLost);
        expect([ours[field], theirs[field]]).toContain(result[field]);
      }
      for (const label of result.labels) expect([...ours.labels, ...theirs.labels]).toContain(label);
      for (const label of ours.labels) {
        if (!before.labels.includes(label)) expect(result.labels).toContain(label);
      }
      expect(changeFor(result, result, String)).toBeNull();
      const change = changeFor(theirs, result, String);
      expect({ ...theirs, ...change }).toEqual(result);
    }),
    { numRuns: 2000 },
  );
});

test("a comment goes and comes back as it was, whatever is in it", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("<!-- plenum:x -->", "**Bold** wrote:\n\nhello", "a\r\nb\r\n", "\n\n<!-- plenum:a -->\n\nmore"),
  );
  fc.assert(
    fc.property(fc.uuid(), text, fc.option(fc.string()), (id, body, author) => {
      const sent = sentComment({ id, body, author });
      const back = receivedComment(sent);
      expect(back.ownId).toBe(id);
      expect(back.body).toBe(body.replace(/\r\n?/g, "\n").trimEnd());
      expect(receivedComment(`${sent}\r\n`)).toEqual(back);
    }),
    { numRuns: 2000 },
  );
});

test("a comment without a mark at its end is theirs", () => {
  for (const text of ["hello", "<!-- plenum:x --> and more", "**Dana** wrote:\n\nhello", ""])
    expect(receivedComment(text)).toEqual({ ownId: null, body: text });
});

test("line ends, spaces around and the case of labels are no difference", () => {
  const one = { title: " Low ", body: "a\r\nb\r\n", state: "open" as const, labels: ["Bug", "bug "], milestone: null };
  const other = { title: "Low", body: "a\nb", state: "open" as const, labels: ["BUG"], milestone: null };
  expect(canonical(fieldsOf(one))).toBe(canonical(fieldsOf(other)));
});
