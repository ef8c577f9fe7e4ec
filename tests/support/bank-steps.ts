import fc from "fast-check";

const pick = fc.nat(50);
/** Steps at the bank, in the household and in between. */
export const step = fc.oneof(
  // Weighted higher, since the other steps need transactions that have reached the table.
  { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), pending: fc.boolean(), place: fc.nat(1) }) },
  fc.record({ do: fc.constant("post" as const), pick, named: fc.boolean(), tip: fc.boolean() }),
  fc.record({ do: fc.constant("modify" as const), pick }),
  fc.record({ do: fc.constant("remove" as const), pick }),
  fc.record({ do: fc.constant("account id" as const), place: fc.nat(1) }),
  fc.record({
    do: fc.constant("edit" as const),
    pick,
    field: fc.constantFrom("description", "category", "date", "amountMinor"),
  }),
  fc.record({ do: fc.constant("delete" as const), pick }),
  fc.record({ do: fc.constant("reconcile" as const), pick }),
  fc.record({ do: fc.constant("open again" as const), pick }),
  fc.record({
    do: fc.constant("trouble" as const),
    fault: fc.constantFrom("mutation", "rate_limit", "timeout", "garbage", "lost_cursor", "server_error"),
    times: fc.integer({ min: 1, max: 5 }),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("sync" as const),
      copies: fc.integer({ min: 1, max: 3 }),
      crash: fc.boolean(),
      meanwhile: fc.option(pick),
    }),
  },
);

const tell = fc.record({
  do: fc.constant("tell" as const),
  status: fc.constantFrom("INITIAL_UPDATE_COMPLETE" as const, "HISTORICAL_UPDATE_COMPLETE" as const),
});
/** With connections that end and are created again, whose history arrives late and in parts. */
export const reconnectingStep = fc.oneof(
  { weight: 8, arbitrary: step },
  fc.record({ do: fc.constant("reconnect" as const) }),
  tell,
);
export type Step = typeof reconnectingStep extends fc.Arbitrary<infer S> ? S : never;
