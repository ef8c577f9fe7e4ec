import fc from "fast-check";
import { expect, test } from "vitest";
import { changedByBoth, changesBetween, differenceOf, mergeDesigns, mergeLayouts } from "~/domain/designs/difference";
import { applyEdit, beginHistory, type Edit, edited, MAX_UNDO, redone, undone } from "~/domain/designs/edit";
import { flawOf, type Layout, newLink, newPart } from "~/domain/designs/layout";
import { templateLayout } from "~/domain/designs/templates";

const base = templateLayout("split_system");
const ids = [...base.parts, ...base.links].map(({ id }) => id);

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant("add" as const),
    part: fc.nat(30).map((n) => newPart("register", `new-${n}`, { x: n, y: n })),
  }),
  fc.record({
    kind: fc.constant("move" as const),
    to: fc.array(fc.record({ id: fc.constantFrom(...ids), x: fc.nat(900), y: fc.nat(900) }), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant("remove" as const), ids: fc.array(fc.constantFrom(...ids), { maxLength: 2 }) }),
  fc.record({
    kind: fc.constant("connect" as const),
    link: fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom(...ids), fc.nat(20))
      .map(([from, to, n]) => newLink("supply", `link-${n}`, { from, to })),
  }),
  fc.record({
    kind: fc.constant("part" as const),
    id: fc.constantFrom(...ids),
    set: fc.record({ airflow: fc.nat(2000) }),
  }),
);

test("every edit leaves a valid layout, and undoing all of them restores the first", () => {
  fc.assert(
    fc.property(fc.array(edits, { maxLength: 30 }), (list) => {
      const after = list.reduce(edited, beginHistory(base));
      expect(flawOf(after.now)).toBeNull();
      let back = after;
      for (let n = 0; n < list.length; n += 1) back = undone(back);
      expect(back.now).toBe(base);
      let forth = back;
      for (let n = 0; n < list.length; n += 1) forth = redone(forth);
      expect(forth.now).toEqual(after.now);
    }),
  );
});

test("an edit without effect is not a step, and a new edit clears the redo steps", () => {
  const start = beginHistory(base);
  const still = edited(start, {
    kind: "move",
    to: [{ id: "furnace", x: base.parts[0]?.x ?? 0, y: base.parts[0]?.y ?? 0 }],
  });
  expect(still).toBe(start);
  const moved = edited(start, { kind: "move", to: [{ id: "furnace", x: 0, y: 0 }] });
  expect(edited(undone(moved), { kind: "remove", ids: ["return"] }).future).toEqual([]);
  const many = Array.from({ length: MAX_UNDO + 50 }, (_, n) => n).reduce(
    (history, n) => edited(history, { kind: "part", id: "furnace", set: { airflow: n } }),
    start,
  );
  expect(many.past).toHaveLength(MAX_UNDO);
});

test("removing a part takes its connections with it", () => {
  const after = applyEdit(base, { kind: "remove", ids: ["supply"] });
  expect(after.links.some(({ from, to }) => from === "supply" || to === "supply")).toBe(false);
});

const set = (layout: Layout, id: string, airflow: number) => applyEdit(layout, { kind: "part", id, set: { airflow } });

test("a diff lists added, removed and changed parts, with the changes", () => {
  const after = applyEdit(set(base, "room-1", 220), { kind: "remove", ids: ["thermostat"] });
  expect(differenceOf(base, after).map(({ kind, what, how }) => [kind, what, how])).toEqual([
    ["changed", "Kitchen", ["airflow 150 to 220 cfm"]],
    ["removed", "Thermostat", []],
    ["removed", "Control wire Thermostat to Furnace", []],
  ]);
  expect(differenceOf(base, base)).toEqual([]);
});

test("a diff names the change of a connection's kind and of a rectangular duct's material", () => {
  const duct = base.links.find(({ kind }) => kind === "supply");
  const id = duct?.id ?? "";
  const rectangle = { shape: "rectangular", diameter: null, width: 20, height: 8 } as const;
  const metal = applyEdit(base, { kind: "link", id, set: { ...rectangle, material: "metal" } });
  const flex = applyEdit(metal, { kind: "link", id, set: { material: "flex" } });
  expect(differenceOf(metal, flex).map(({ how }) => how)).toEqual([["metal to flex"]]);
  const back = applyEdit(base, { kind: "link", id, set: { kind: "return" } });
  expect(differenceOf(base, back).map(({ how }) => how)).toEqual([["supply duct to return duct"]]);
});

test("a merge keeps two users' changes to different parts; for the same part, mine wins", () => {
  const mine = set(set(base, "room-0", 210), "room-1", 111);
  const theirs = applyEdit(set(set(base, "room-2", 222), "room-1", 99), { kind: "remove", ids: ["room-4"] });
  const merged = mergeLayouts(base, mine, theirs);
  const airflow = (id: string) => merged.parts.find((part) => part.id === id)?.airflow;
  expect([airflow("room-0"), airflow("room-1"), airflow("room-2"), airflow("room-4")]).toEqual([
    210,
    111,
    222,
    undefined,
  ]);
  expect(flawOf(merged)).toBeNull();
  const design = { title: "Upstairs", siteAddressId: null, line1: null };
  const [before, own, other] = [base, mine, theirs].map((layout) => ({ ...design, layout }));
  expect(before && own && other && changedByBoth(before, own, other)).toEqual(["Kitchen"]);
});

test("a merge keeps the name and the property of the side that changed them, and mine if both did", () => {
  const before = { title: "Upstairs", siteAddressId: null, line1: null, layout: base };
  const theirs = { ...before, title: "Second floor", siteAddressId: "oak", line1: "12 Oak St" };
  expect(mergeDesigns(before, before, theirs)).toEqual(theirs);
  expect(mergeDesigns(before, theirs, before)).toEqual(theirs);
  const mine = { ...before, title: "Bedrooms" };
  expect(mergeDesigns(before, mine, theirs)).toEqual({ ...theirs, title: "Bedrooms" });
  expect(changesBetween(before, theirs).map(({ what, how }) => [what, how])).toEqual([
    ["name", ["to “Second floor”"]],
    ["property", ["to 12 Oak St"]],
  ]);
  expect(changedByBoth(before, mine, theirs)).toEqual(["name"]);
});

test("any two users' changes merge into a valid layout", () => {
  const layouts = fc.array(edits, { maxLength: 12 }).map((list) => list.reduce(applyEdit, base));
  fc.assert(
    fc.property(layouts, layouts, (mine, theirs) => {
      expect(flawOf(mergeLayouts(base, mine, theirs))).toBeNull();
      expect(mergeLayouts(base, mine, base)).toEqual(mine);
    }),
  );
});
