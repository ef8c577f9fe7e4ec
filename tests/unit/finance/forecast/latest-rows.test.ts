import fc from "fast-check";
import { expect, test } from "vitest";
import { latestWholeDays } from "~/domain/finance/forecast/latest-rows";
import { civilDate } from "~/domain/shared/time/dates";

const row = (accountId: string, date: string) => ({ accountId, date });

test("a day whose rows do not all fit is left out", () => {
  const rows = [row("b", "2026-11-03"), row("a", "2026-11-02"), row("b", "2026-11-01"), row("a", "2026-11-01")];
  const [third, second] = rows;
  expect(latestWholeDays(rows, 3)).toEqual([second, third]);
  expect(latestWholeDays(rows, 2)).toEqual([second, third]);
  expect(latestWholeDays(rows, 4)).toHaveLength(4);
  expect(latestWholeDays([row("a", "2026-11-01"), row("a", "2026-11-01")], 1)).toEqual([]);
});

test("the limited query finds the same rows as counting back day by day", () => {
  const drawn = fc.array(fc.record({ account: fc.nat(2), day: fc.nat(12) }), { maxLength: 30 });
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 30 }), (list, most) => {
      const rows = list
        .map(({ account, day }) => row(`account ${account}`, civilDate(20_000 + day)))
        .sort((a, b) => (a.date < b.date ? 1 : -1));
      const from = (date: string) => rows.filter((each) => each.date >= date).length;
      const plain = rows.filter(({ date }) => from(date) <= most);
      const found = latestWholeDays(rows.slice(0, most + 1), most);
      expect(new Set(found)).toEqual(new Set(plain));
      const order = found.map(({ accountId, date }) => `${accountId} ${date}`);
      expect(order).toEqual(order.toSorted());
    }),
  );
});
