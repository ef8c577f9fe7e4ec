import { expect, test } from "vitest";
import { netWorthHistory } from "~/domain/finance/forecast/runway";

const account = (id: string, accountType: "checking" | "credit", balanceMinor: number, isActive = true) => ({
  ...{ id, name: id, accountType, balanceMinor, isActive },
  currency: "USD" as const,
});

test("net worth goes back month by month using each account's net change, with debts negative", () => {
  const record = {
    ...{ today: "2026-11-20", items: [], rows: [], knownThrough: new Map(), asOf: "2026-11-20" },
    accounts: [
      account("daily", "checking", 100_000),
      account("closed", "checking", 7000, false),
      account("card", "credit", 30_000),
    ],
    nets: [
      { accountId: "daily", month: "2026-11", netMinor: 20_000, count: 3 },
      { accountId: "card", month: "2026-11", netMinor: -10_000, count: 1 },
      { accountId: "daily", month: "2026-10", netMinor: 5000, count: 1 },
      { accountId: "closed", month: "2025-01", netMinor: 5000, count: 1 },
      { accountId: "daily", month: "2025-02", netMinor: 0, count: 0 },
    ],
  };
  expect(netWorthHistory(record, "USD")).toEqual([
    { month: "2026-10", netWorthMinor: 60_000, byAccount: [80_000, -20_000] },
    { month: "2026-11", netWorthMinor: 70_000, byAccount: [100_000, -30_000] },
  ]);
  const nets = [...record.nets, { accountId: "daily", month: "2026-12", netMinor: 90_000, count: 2 }];
  expect(netWorthHistory({ ...record, nets }, "USD").map(({ netWorthMinor }) => netWorthMinor)).toEqual([
    -30_000, 70_000,
  ]);
  expect(netWorthHistory(record, "EUR")).toEqual([{ month: "2026-11", netWorthMinor: 0, byAccount: [] }]);
});
