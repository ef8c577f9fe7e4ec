import fc from "fast-check";
import { expect, test } from "vitest";
import { airSides, areaOf, dropOf, equivalentDiameter, frictionRate, velocityOf } from "~/domain/designs/airflow";
import { type CheckName, checkLayout, staticOf } from "~/domain/designs/checks";
import { applyEdit } from "~/domain/designs/edit";
import { type Layout, type Link, newLink, newPart } from "~/domain/designs/layout";
import { materialsOf } from "~/domain/designs/schedule";
import { TEMPLATES, templateLayout } from "~/domain/designs/templates";

const round = (diameter: number, set: Partial<Link> = {}): Link => ({
  ...newLink("supply", "a-b", { from: "a", to: "b" }),
  ...{ diameter, length: 20, fittings: 0, ...set },
});

/** A furnace, a trunk and two registers, with a return. */
function system(set: Partial<Record<"furnace" | "register", object>> = {}, trunk: Partial<Link> = {}): Layout {
  const at = { x: 0, y: 0 };
  const link = (kind: Link["kind"], from: string, to: string, more: Partial<Link> = {}): Link => ({
    ...newLink(kind, `${from}-${to}`, { from, to }),
    ...{ length: 20, fittings: 30, ...more },
  });
  return {
    parts: [
      { ...newPart("furnace", "f", at), airflow: 400, tons: 10, ...set.furnace },
      newPart("plenum", "p", at),
      { ...newPart("register", "r1", at), airflow: 200, ...set.register },
      { ...newPart("register", "r2", at), airflow: 200 },
      { ...newPart("return_grille", "g", at), airflow: 400 },
      newPart("thermostat", "t", at),
    ],
    links: [
      link("supply", "f", "p", { diameter: 14, ...trunk }),
      link("supply", "p", "r1", { diameter: 9 }),
      // Drawn from the register: the airflow is the same.
      link("supply", "r2", "p", { diameter: 9 }),
      link("return", "g", "f", { diameter: 14 }),
      link("control", "t", "f"),
    ],
  };
}
const found = (layout: Layout) => checkLayout(layout).map(({ check }) => check);

test.each([
  [6, 100, 0.085],
  [8, 200, 0.075],
  [10, 400, 0.0912],
  [12, 600, 0.0789],
])("%i in of metal duct at %i cfm loses the pressure that friction charts show", (inches, cfm, expected) => {
  // Charts read by eye, so within a tenth.
  expect(frictionRate(inches, cfm)).toBeGreaterThan(expected * 0.9);
  expect(frictionRate(inches, cfm)).toBeLessThan(expected * 1.1);
});

test("a rectangular duct counts as the round duct with the same friction", () => {
  const flat = round(0, { shape: "rectangular", width: 20, height: 8 });
  expect(equivalentDiameter(flat)).toBeCloseTo(13.5, 0);
  expect(areaOf(flat)).toBeCloseTo(1.111, 3);
  expect(velocityOf(flat, 1000)).toBeCloseTo(900, 0);
});

test("a duct's pressure drop grows with length and fittings, and is unknown without a size", () => {
  const layout = { parts: [], links: [] };
  expect(dropOf(layout, round(8, { length: 100 }), 200)).toBeCloseTo(frictionRate(8, 200), 6);
  expect(dropOf(layout, round(8, { length: 50, fittings: 50 }), 200)).toBeCloseTo(frictionRate(8, 200), 6);
  expect(dropOf(layout, round(8, { diameter: null }), 200)).toBeNull();
});

test("a trunk's airflow is the sum of its registers, whichever way its ducts were drawn", () => {
  const [side] = airSides(system());
  expect([side?.supply, side?.return]).toEqual([400, 400]);
  expect(Object.fromEntries(side?.airflows ?? [])).toEqual({ "f-p": 400, "p-r1": 200, "r2-p": 200, "g-f": 400 });
});

test("a correct system has no findings", () => {
  expect(checkLayout(system())).toEqual([]);
});

test.each<[string, Layout, CheckName[]]>([
  [
    "a blower rated below the pressure drop of coil, ducts and grilles",
    system({ furnace: { ratedStatic: 30 } }),
    ["static"],
  ],
  ["an 8-inch trunk at 400 cfm", system({}, { diameter: 8 }), ["velocity"]],
  ["flex duct at a speed allowed only in metal", system({}, { diameter: 10, material: "flex" }), ["velocity"]],
  ["no return", applyEdit(system(), { kind: "remove", ids: ["g"] }), ["returns"]],
  [
    "a return with half the supply airflow",
    applyEdit(system(), { kind: "part", id: "g", set: { airflow: 200 } }),
    ["returns"],
  ],
  ["600 cfm per ton", system({ furnace: { airflow: 400, tons: 7 } }), ["airflow"]],
  ["registers with less airflow than the blower", system({ register: { airflow: 100 } }), ["airflow"]],
  ["a duct without a size", system({}, { diameter: null }), ["velocity"]],
  ["no thermostat", applyEdit(system(), { kind: "remove", ids: ["t"] }), ["controls"]],
  ["a register without a duct", applyEdit(system(), { kind: "remove", ids: ["r2-p"] }), ["airflow", "loose"]],
])("%s is found", (_name, layout, checks) => {
  expect(found(layout).sort()).toEqual(checks);
});

test("a value that is at its limit as shown is not found", () => {
  const titles = (layout: Layout) => checkLayout(layout).map(({ title }) => title);
  const blower = { airflow: 1351, tons: 30 };
  expect(titles(system({ furnace: blower })).join()).not.toContain("cfm a ton");
  // 900.1 fpm in metal.
  const trunk = { shape: "rectangular", diameter: null, width: 9, height: 7 } as const;
  const layout = system({ register: { airflow: 193.8 } }, trunk);
  expect(titles(layout).join()).not.toContain("900 fpm, at most 900");
  const [side] = airSides(system());
  const needed = side ? Math.round(staticOf(side) * 100) : 0;
  expect(found(system({ furnace: { ratedStatic: needed } }))).toEqual([]);
});

test("metal at 733 fpm passes where flex does not", () => {
  expect(found(system({}, { diameter: 10, material: "metal" }))).toEqual([]);
});

test.each([
  [80, 0, []],
  [81, 0, ["line_set"]],
  [30, 36, ["line_set"]],
  [30, -60, []],
])("a line set of %i ft with the outdoor unit %i ft below", (length, rise, checks) => {
  const at = { x: 0, y: 0 };
  const layout = applyEdit(system(), {
    ...{ kind: "add", part: newPart("outdoor_unit", "o", at) },
    link: { ...newLink("line_set", "f-o", { from: "f", to: "o" }), length, rise },
  });
  expect(found(layout)).toEqual(checks);
});

test("a duct loop is reported, and the traversal ends", () => {
  const link = newLink("supply", "loop", { from: "r1", to: "r2" });
  expect(found(applyEdit(system(), { kind: "connect", link }))).toContain("loop");
});

test("the static pressure is the components plus the longest supply and return run", () => {
  const [side] = airSides(system());
  if (!side) throw new Error("no air side");
  const trunk = frictionRate(14, 400) * 0.5;
  expect(staticOf(side)).toBeCloseTo(0.25 + trunk + frictionRate(9, 200) * 0.5 + 0.03 + trunk + 0.03, 6);
});

test.each(TEMPLATES)("the template %s passes every check", (name) => {
  expect(checkLayout(templateLayout(name))).toEqual([]);
});

test("materials total pieces and feet", () => {
  const lines = materialsOf(system());
  expect(lines.find(({ description }) => description === "Supply register")?.quantity).toBe(2);
  expect(lines.find(({ description }) => description === "Supply duct, 9 in round")).toMatchObject({
    quantity: 40,
    unit: "FT",
  });
});

test("for any drawing, checks end and name only existing parts", () => {
  const kinds = fc.constantFrom("furnace", "plenum", "register", "return_grille", "outdoor_unit", "zone" as const);
  const layouts = fc
    .tuple(
      fc.array(kinds, { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.constantFrom("supply", "return", "line_set", "control" as const)), {
        maxLength: 16,
      }),
    )
    .map(([list, pairs]) => {
      const parts = list.map((kind, n) => newPart(kind, `${n}`, { x: n * 40, y: 0 }));
      const links = pairs.flatMap(([from, to, kind], n) =>
        from !== to && from < parts.length && to < parts.length
          ? [newLink(kind, `l${n}`, { from: `${from}`, to: `${to}` })]
          : [],
      );
      return { parts, links };
    });
  fc.assert(
    fc.property(layouts, (layout) => {
      const ids = new Set([...layout.parts, ...layout.links].map(({ id }) => id));
      for (const finding of checkLayout(layout)) for (const id of finding.ids) expect(ids.has(id)).toBe(true);
    }),
  );
});

test("each limit cites its source, and one without a published source refers to the manufacturer", () => {
  const at = { x: 0, y: 0 };
  const sourceOf = (layout: Layout, check: CheckName) => checkLayout(layout).find((one) => one.check === check)?.source;
  const longLine = applyEdit(system(), {
    ...{ kind: "add", part: newPart("outdoor_unit", "o", at) },
    link: { ...newLink("line_set", "f-o", { from: "f", to: "o" }), length: 100 },
  });
  expect(sourceOf(longLine, "line_set")).toContain("Carrier 24ANB7");
  expect(sourceOf(system({ furnace: { airflow: 400, tons: 7 } }), "airflow")).toContain("37.5 scfm per 1,000 Btu/h");
  expect(sourceOf(system({ furnace: { ratedStatic: 30 } }), "static")).toContain("ACCA Manual D");
  expect(sourceOf(applyEdit(system(), { kind: "remove", ids: ["g"] }), "returns")).toContain("ACCA Manual D");
  for (const [layout, check] of [
    [system({}, { diameter: 8 }), "velocity"],
    [system({}, { diameter: 10, material: "flex" }), "velocity"],
    [system({ furnace: { airflow: 400, tons: 13 } }), "airflow"],
  ] as const)
    expect(sourceOf(layout, check)).toContain("Check with the manufacturer.");
});
