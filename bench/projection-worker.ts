import { runway } from "../app/domain/finance/forecast/runway";
import { FREQUENCIES } from "../app/domain/finance/tracker/categories";
import type { PlannedItem } from "../app/domain/finance/tracker/plan";
import { randomizer } from "../drizzle/seed/random";

const today = "2026-11-20";

function plan(count: number): PlannedItem[] {
  const random = randomizer(count);
  return Array.from({ length: count }, (_, at) => {
    const shared = {
      id: `${at}`,
      name: `Store${at}`,
      amountMinor: 100 + random.below(50_000),
      currency: "USD" as const,
      date: new Date(Date.UTC(2024, 0, 1 + random.below(1400))).toISOString().slice(0, 10),
      endDate: null,
      accountId: at % 2 === 0 ? "everyday" : null,
    };
    if (at % 3 === 0) return { ...shared, kind: "income", category: "salary", frequency: random.pick(FREQUENCIES) };
    return { ...shared, kind: "expense", category: "food", frequency: random.pick(["once", "monthly"] as const) };
  });
}

// Two years of rows: the most that matching and forecast ranges ever process.
function rows(count: number) {
  const random = randomizer(count);
  return Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    accountId: "everyday",
    date: new Date(Date.UTC(2024, 10, 20 + Math.floor((at / count) * 730))).toISOString().slice(0, 10),
    amountMinor: -1 - random.below(50_000),
    currency: "USD" as const,
    type: "withdrawal" as const,
    text: `CARD PURCHASE STORE${random.below(500)} MILWAUKEE WI`,
    pending: false,
    counts: true,
  }));
}

/** Times a number of projections one by one; returns each in milliseconds. */
export default {
  fetch(request: Request): Response {
    const params = new URL(request.url).searchParams;
    const record = {
      today,
      items: plan(Number(params.get("items"))),
      accounts: [
        {
          id: "everyday",
          name: "Everyday",
          accountType: "checking" as const,
          currency: "USD" as const,
          isActive: true,
          balanceMinor: 2_500_000,
        },
      ],
      rows: rows(5000),
      knownThrough: new Map([["everyday", today]]),
      asOf: today,
    };
    const view = { currency: "USD" as const, floorMinor: 0, whatIf: [] };
    const times: number[] = [];
    for (let at = -10; at < Number(params.get("rounds")); at += 1) {
      const started = performance.now();
      runway(record, view);
      if (at >= 0) times.push(performance.now() - started);
    }
    return Response.json(times);
  },
};
