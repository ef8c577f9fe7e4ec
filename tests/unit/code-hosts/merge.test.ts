import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  arrivedIn,
  assigneeFrom,
  canonical,
  changeFor,
  fieldsOf,
  type IssueFields,
  labelKeys,
  merge,
  mergedPriority,
  ourAssignees,
  ourLabels,
  receivedText,
  resentText,
  sentText,
  withOnePriority,
} from "~/domain/code-hosts/sync/merge";
import { FIELD_RULES, type FieldRule } from "~/domain/code-hosts/sync/sync-rules";
import { priorityLabels } from "~/domain/issues/config/priorities";

const base: IssueFields = {
  title: "Low",
  body: "By 3 psi",
  state: "open",
  labels: ["bug"],
  assignees: ["luis"],
  milestone: null,
};

const mergeBoth = (before: IssueFields, ours: IssueFields, theirs: IssueFields) =>
  merge({ base: { ours: before, theirs: before }, ours, theirs }, () => "both");

test.each<[string, Partial<IssueFields>, Partial<IssueFields>, Partial<IssueFields>, string[]]>([
  ["nobody changed anything", {}, {}, {}, []],
  ["only we did", { title: "High" }, {}, { title: "High" }, []],
  ["only they did", {}, { body: "By 5 psi" }, { body: "By 5 psi" }, []],
  ["each changed another field", { title: "High" }, { state: "closed" }, { title: "High", state: "closed" }, []],
  ["both made the same change", { title: "High" }, { title: "High" }, { title: "High" }, []],
  ["both changed the title", { title: "Ours" }, { title: "Theirs" }, { title: "Theirs" }, ["title"]],
  ["both changed the milestone", { milestone: "A" }, { milestone: "B" }, { milestone: "B" }, ["milestone"]],
  ["both add a label", { labels: ["bug", "hot"] }, { labels: ["bug", "cold"] }, { labels: ["bug", "cold", "hot"] }, []],
  ["one adds, one removes", { labels: ["bug", "hot"] }, { labels: [] }, { labels: ["hot"] }, []],
  ["we close", { state: "closed" }, {}, { state: "closed" }, []],
  ["they remove the milestone", { milestone: null }, { milestone: null }, { milestone: null }, []],
])("%s", (_what, ours, theirs, result, conflicts) => {
  const merged = mergeBoth(base, { ...base, ...ours }, { ...base, ...theirs });
  expect([merged.here, merged.there]).toEqual([
    { ...base, ...result },
    { ...base, ...result },
  ]);
  expect(merged.conflicts.map(({ field }) => field)).toEqual(conflicts);
});

const words = fc.constantFrom("a", "b", "c", "d");
const fields: fc.Arbitrary<IssueFields> = fc.record({
  title: words,
  body: words,
  state: fc.constantFrom("open", "closed"),
  labels: fc.array(words).map(labelKeys),
  assignees: fc.array(words).map(labelKeys),
  milestone: fc.option(words),
});

test("a merge takes both sides' changes, invents nothing, reports every loss and is stable", () => {
  fc.assert(
    fc.property(fields, fields, fields, (before, ours, theirs) => {
      const { here: result, there, conflicts } = mergeBoth(before, ours, theirs);
      expect(there).toEqual(result);
      expect(mergeBoth(before, before, theirs).here).toEqual(theirs);
      expect(mergeBoth(before, ours, before).there).toEqual(ours);
      expect(mergeBoth(before, ours, ours)).toEqual({ here: ours, there: ours, conflicts: [] });
      // Once it is written on both sides, nothing is left to do.
      expect(mergeBoth(before, result, result)).toEqual({ here: result, there: result, conflicts: [] });
      // Interrupted after theirs was written: ours gets the same result.
      expect(mergeBoth(before, ours, result).here).toEqual(result);
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

test("a comment with any content round-trips unchanged", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("<!-- plenum:x -->", "**Bold** wrote:\n\nhello", "a\r\nb\r\n", "\n\n<!-- plenum:a -->\n\nmore"),
  );
  fc.assert(
    fc.property(fc.uuid(), text, fc.option(fc.string()), (id, body, author) => {
      const sent = sentText({ key: id, body, author });
      const back = receivedText(sent);
      expect(back.key).toBe(id);
      expect(receivedText(resentText(sent, "Other"))).toEqual({ ...back, body: "Other" });
      expect(back.body).toBe(body.replace(/\r\n?/g, "\n").trimEnd());
      expect(receivedText(`${sent}\r\n`)).toEqual(back);
    }),
    { numRuns: 2000 },
  );
});

test("a comment without a trailing mark is theirs", () => {
  for (const text of ["hello", "<!-- plenum:x --> and more", "**Dana** wrote:\n\nhello", ""])
    expect(receivedText(text)).toEqual({ key: null, author: null, body: text });
});

test("line endings, surrounding spaces and label case make no difference", () => {
  const one = {
    title: " Low ",
    body: "a\r\nb\r\n",
    state: "open" as const,
    labels: ["Bug", "bug "],
    assignees: ["Luis"],
    milestone: null,
  };
  const other = {
    title: "Low",
    body: "a\nb",
    state: "open" as const,
    labels: ["BUG"],
    assignees: ["luis"],
    milestone: null,
  };
  expect(canonical(fieldsOf(one))).toBe(canonical(fieldsOf(other)));
});

const rules = fc.constantFrom<FieldRule>(...FIELD_RULES);

test("a rule makes a field sync in one direction or not at all, and values that may differ are not sent again", () => {
  fc.assert(
    fc.property(fields, fields, fields, rules, (before, ours, theirs, rule) => {
      const { here, there } = merge({ base: { ours: before, theirs: before }, ours, theirs }, () => rule);
      if (rule === "off" || rule === "to_host") expect(here).toEqual(ours);
      if (rule === "off" || rule === "from_host") expect(there).toEqual(theirs);
      const again = merge({ base: { ours: here, theirs: there }, ours: here, theirs: there }, () => rule);
      expect(again).toEqual({ here, there, conflicts: [] });
    }),
    { numRuns: 1000 },
  );
});

test("an update of ours that arrived is not treated as their change", () => {
  const sent = { title: "Ours" };
  const theirs = { ...base, title: "Ours", state: "closed" as const };
  const known = arrivedIn({ ours: base, theirs: base }, sent, theirs);
  const { here, conflicts } = merge({ base: known, ours: { ...base, title: "Ours, better" }, theirs }, () => "both");
  expect([here.title, here.state, conflicts]).toEqual(["Ours, better", "closed", []]);
  expect(arrivedIn({ ours: base, theirs: base }, { title: "Lost" }, theirs).theirs.title).toBe("Low");
});

const dana = { loginOf: (id: string) => (id === "u-dana" ? "dana" : null) };
const users = { userOf: (login: string) => (login === "dana" ? "u-dana" : login === "eve" ? "u-eve" : null) };

test.each<[string, string | null, string | null, string[], string[]]>([
  ["nothing changed", "u-dana", "u-dana", ["dana", "octo"], ["dana", "octo"]],
  ["someone else is assigned", "u-dana", null, ["octo"], ["dana", "octo"]],
  ["no one is assigned any more", null, "u-dana", ["dana", "octo"], ["octo"]],
  ["a member without an account changes nothing there", "u-sam", "u-dana", ["dana"], ["dana"]],
])("assignees as logins: %s", (_what, current, before, logins, expected) => {
  expect(ourAssignees({ current, before, logins, ...dana })).toEqual(expected);
});

test.each<[string, string | null, string | null, string | null, string[], string | null]>([
  ["the host assigns a member", null, null, null, ["octo", "dana"], "u-dana"],
  ["the host unassigns the member", "u-dana", "u-dana", "u-dana", ["octo"], null],
  ["an unknown login changes nothing", null, null, null, ["octo"], null],
  ["a member without an account stays", "u-sam", "u-sam", null, ["octo"], "u-sam"],
  ["a choice made here stays", null, "u-dana", "u-dana", ["eve"], null],
  ["a new mapping takes effect", null, null, null, ["dana"], "u-dana"],
])("assignees as a member: %s", (_what, current, before, meant, logins, expected) => {
  expect(assigneeFrom({ current, before, meant, logins, ...users }).assigneeId).toBe(expected);
});

const labels = priorityLabels([
  { priority: "urgent", name: "Urgent", color: null, label: "P0", version: 1 },
  { priority: "high", name: "High", color: null, label: "P1", version: 1 },
]);

test.each<[string, Partial<Parameters<typeof ourLabels>[0]>, string[]]>([
  ["a priority is sent as its label", { current: "high" }, ["bug", "p1"]],
  ["a priority without a label is not sent", { current: "low" }, ["bug"]],
  ["a label added here means its priority", { current: "low", before: "low", own: ["bug", "p0"] }, ["bug", "p0"]],
  ["of two labels added here, the more urgent one is sent", { own: ["p1", "p0"] }, ["p0"]],
  ["a priority changed here outranks a label", { current: "high", before: "low", own: ["p0"] }, ["p1"]],
  ["a label that stands for nothing now stays", { current: "low", stoodFor: "p2" }, ["bug", "p2"]],
  ["a label is exchanged when its priority has another one now", { current: "high", stoodFor: "p2" }, ["bug", "p1"]],
])("%s", (_, given, sent) => {
  const state = { current: "none" as const, before: undefined, own: ["bug"], stoodFor: null, ...given };
  expect(ourLabels(state, labels)).toEqual(sent);
});

test("after a merge, each side that may change has one priority label, or none", () => {
  const some = fc.uniqueArray(fc.constantFrom("p0", "p1", "bug"));
  fc.assert(
    fc.property(
      some,
      some,
      fc.constantFrom(null, "p0", "p1"),
      fc.constantFrom<FieldRule>(...FIELD_RULES),
      (before, after, mine, rule) => {
        const one = { ...base, labels: before.toSorted() };
        const sides = {
          base: { ours: one, theirs: one },
          ours: { ...one, labels: [...before.filter((key) => key === "bug"), ...(mine ? [mine] : [])].toSorted() },
          theirs: { ...one, labels: after.toSorted() },
        };
        const { here, there } = withOnePriority(
          merge(sides, () => rule),
          sides,
          { labels, rule },
        );
        const standing = (keys: readonly string[]) => keys.filter((key) => labels.priorityOf(key) !== null);
        expect(standing(here.labels).length).toBeLessThanOrEqual(1);
        if (rule === "both") expect(standing(there.labels)).toEqual(standing(here.labels));
        if (rule === "off" || rule === "from_host") expect(there.labels).toEqual(sides.theirs.labels);
        // The next run changes nothing.
        const next = { base: { ours: here, theirs: there }, ours: here, theirs: there };
        const again = withOnePriority(
          merge(next, () => rule),
          next,
          { labels, rule },
        );
        expect([again.here, again.there]).toEqual([here, there]);
      },
    ),
  );
});

test("a priority follows its label, is cleared without it, and stays if it had no label", () => {
  const priority = (current: "high" | "low", ours: string[], here: string[]) =>
    mergedPriority(current, { ours: { ...base, labels: ours }, here: { ...base, labels: here } }, labels);
  expect(priority("high", ["p1"], ["p0"])).toBe("urgent");
  expect(priority("high", ["p1"], [])).toBe("none");
  expect(priority("low", [], [])).toBe("low");
});
