import { expect, test } from "vitest";
import { groupByModel, type PartUse } from "~/domain/knowledge-graph/part-uses";
import {
  canExpand,
  collapse,
  edgeOf,
  expand,
  formatState,
  MAX_OPEN,
  MAX_STEPS,
  parseKey,
  parseState,
  RELATION_NAMES,
  RELATIONS,
  uniqueEdges,
} from "~/domain/knowledge-graph/record";

test("every relation has an inverse that leads back", () => {
  for (const name of RELATION_NAMES) {
    const { back, from, to } = RELATIONS[name];
    expect(RELATIONS[back]).toMatchObject({ back: name, from: to, to: from });
  }
});

test("a connection is the same edge from either end", () => {
  expect(edgeOf("customer-jobs", "customer:a", "job:b")).toEqual(edgeOf("job-customer", "job:b", "customer:a"));
  expect(edgeOf("job-callbacks", "job:a", "job:b")).toEqual(edgeOf("callback-job", "job:b", "job:a"));
  expect(edgeOf("job-callbacks", "job:a", "job:b")).not.toEqual(edgeOf("job-callbacks", "job:b", "job:a"));
});

test("a connection that is also on a path is counted once", () => {
  const edge = edgeOf("customer-jobs", "customer:a", "job:b");
  const other = edgeOf("customer-jobs", "customer:a", "job:c");
  expect(uniqueEdges([edge, other, edgeOf("job-customer", "job:b", "customer:a")])).toEqual([edge, other]);
});

test("a record can be expanded while there is more to show and room for it", () => {
  const ref = { kind: "customer" as const, id: "a" };
  const more = { key: "customer:a", relation: "customer-jobs", kind: "job", shown: 12, atLeast: false } as const;
  const start = parseState(new URLSearchParams());
  expect(canExpand(start, ref, [])).toBe(true);
  const opened = expand(start, ref);
  expect([canExpand(opened, ref, []), canExpand(opened, ref, [{ ...more, total: 20 }])]).toEqual([false, true]);
  // Only repeats were counted, so that another step may show nothing.
  expect(canExpand(opened, ref, [{ ...more, total: 12, atLeast: true }])).toBe(false);
  const all = Array.from({ length: MAX_STEPS }).reduce((state: typeof start) => expand(state, ref), start);
  expect(canExpand(all, ref, [{ ...more, total: 100 }])).toBe(false);
  const full = Array.from({ length: MAX_OPEN }, (_, at) => at).reduce(
    (state, at) => expand(state, { kind: "job", id: String(at) }),
    start,
  );
  expect(canExpand(full, ref, [])).toBe(false);
});

test.each([
  ["customer:3", { kind: "customer", id: "3" }],
  ["job:0192F000-0000-7000-8000-000000000000", { kind: "job", id: "0192f000-0000-7000-8000-000000000000" }],
  ["vendor:3", null],
  ["customer:", null],
  ["customer:3:4", null],
  ["customer:3'--", null],
  ["", null],
])("the key %j is %j", (text, ref) => {
  expect(parseKey(text)).toEqual(ref);
});

test("the URL keeps the graph's state, and invalid parts are dropped", () => {
  const text = "from=customer%3A3&open=job%3Aa.3&open=part%3Ab&hide=invoice&since=2026-01-01&to=job%3Ac";
  expect(formatState(parseState(new URLSearchParams(text))).toString()).toBe(text);
  const odd = parseState(
    new URLSearchParams("from=x&open=job:a.0&open=job:b.9999&hide=vendor&since=2026-02-31x&until=soon"),
  );
  expect(odd).toMatchObject({ from: null, hidden: [], since: null, until: null });
  expect(odd.open).toEqual([{ kind: "job", id: "b", steps: 8 }]);
});

test("expanding again shows more records, collapsing removes them, and expansion is limited", () => {
  const begin = parseState(new URLSearchParams("from=customer:3"));
  const workOrder = { kind: "job", id: "a" } as const;
  const twice = expand(expand(begin, workOrder), workOrder);
  expect(twice.open.map(({ id, steps }) => [id, steps])).toEqual([
    ["3", 1],
    ["a", 2],
  ]);
  expect(collapse(twice, workOrder).open).toEqual(begin.open);
  const many = Array.from({ length: 200 }, (_, n) => n).reduce(
    (state, n) => expand(state, { kind: "job", id: `${n}` }),
    begin,
  );
  expect(many.open).toHaveLength(MAX_OPEN);
});

const use = (fields: Partial<PartUse>): PartUse => ({
  ...{ usedAt: "2026-11-01T10:00:00.000Z", workOrderId: "w", workOrderNumber: 1, workOrderTitle: "No cooling" },
  ...{ isCallback: 0, equipmentId: null, equipmentName: null, manufacturer: null, model: null, installedOn: null },
  ...fields,
});

test("a part's uses are grouped by model, most frequent first, and repeat failures stand out", () => {
  const carrier = { manufacturer: "Carrier", model: "24ABC6", equipmentId: "e1", equipmentName: "Condenser" };
  const found = groupByModel([
    use({}),
    use({ ...carrier, workOrderNumber: 9, isCallback: 1 }),
    use({ ...carrier, workOrderNumber: 4 }),
    use({ ...carrier, equipmentId: "e2", workOrderNumber: 3 }),
  ]);
  expect(found.models.map(({ model, times, callbacks }) => [model, times, callbacks])).toEqual([
    ["Carrier 24ABC6", 3, 1],
    [null, 1, 0],
  ]);
  expect(found.again).toMatchObject([{ equipmentId: "e1", times: 2, lastWorkOrderNumber: 9 }]);
});
