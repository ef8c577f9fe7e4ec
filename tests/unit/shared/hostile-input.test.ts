import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { isMeasurable } from "#worker/middleware/body";
import { PacketFilter } from "~/domain/refrigerant/packet/schema";

const modules = import.meta.glob<Record<string, unknown>>("~/domain/**/schema.ts", { eager: true });

const schemas = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported).flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? [{ name: `${path.replace(/^.*domain\//, "")} ${name}`, schema }] : [],
  ),
);

/** Values JSON can hold that a form never sends, and objects that cannot be converted to a string or number. */
const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    ...[
      { toString: 1 },
      { valueOf: 1, toString: null },
      { length: 1e9 },
      { length: { toString: "" } },
      [[]],
      [null],
      [{ toString: 1 }],
    ],
    ...[
      "",
      "\u0000",
      "9999-12-31",
      "0000-01-01",
      "2026-02-30",
      "1e309",
      "-0",
      "constructor",
      "__proto__",
      "é".repeat(60),
    ],
    ...[Number.MAX_VALUE, -1, 0.1, 1e21, null, undefined, true, "2026-11-22", "2026-11-22T15:00:00Z", "12.50", "1"],
  ),
);

function keysOf(schema: z.ZodType): string[] {
  const described = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
  return Object.keys(described.properties ?? {});
}

test("there are schemas to test", () => {
  expect(schemas.length).toBeGreaterThan(100);
});

test("a day outside any calendar is rejected before it is used in a calculation", () => {
  const { error } = PacketFilter.safeParse({ startDate: "0000-01-01", endDate: "2026-02-01" });
  expect(error?.issues.map(({ path }) => path)).toEqual([["startDate"]]);
});

test.each(schemas)("$name parses any input without throwing", ({ schema }) => {
  const filled = fc.record(Object.fromEntries(keysOf(schema).map((key) => [key, hostile])), { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: filled }, { weight: 1, arbitrary: hostile }), (given) => {
      // Bodies rejected before any schema reads them.
      fc.pre(isMeasurable(given));
      schema.safeParse(given);
    }),
    { numRuns: 100 },
  );
});

const routes = import.meta.glob<string>("~/routes/**/*.{ts,tsx}", { eager: true, query: "?raw", import: "default" });
/** The input of these has already been validated. */
const readTwice = /safeParse\(|formCase\(NewTaskLine|export const action/;
/** Screens read these from their URL and have no way to report errors. */
const readOfAddresses = new Set(
  Object.values(routes)
    .filter((source) => !readTwice.test(source))
    .flatMap((source) => [...source.matchAll(/\b([A-Z]\w+)\.parse\((?!\{)/g)].map(([, name = ""]) => name)),
);
for (const known of ["JSON", "Date"]) readOfAddresses.delete(known);
const ofAddresses = schemas.filter(({ name }) => readOfAddresses.has(name.split(" ")[1] ?? ""));

test("everything screens read from their URL is among the schemas", () => {
  const found = new Set(ofAddresses.map(({ name }) => name.split(" ")[1]));
  expect([...readOfAddresses].filter((name) => !found.has(name))).toEqual([]);
  expect(readOfAddresses.size).toBeGreaterThan(30);
});

const inAddress = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("x".repeat(401), "9".repeat(10), "3e9"),
  hostile.filter((given) => typeof given === "string"),
);

test.each(ofAddresses)("a screen that reads $name from its URL accepts any value", ({ schema }) => {
  const filled = fc.record(Object.fromEntries(keysOf(schema).map((key) => [key, inAddress])), { requiredKeys: [] });
  fc.assert(
    fc.property(filled, (given) => {
      expect(schema.safeParse(given).error?.issues ?? []).toEqual([]);
    }),
  );
});
