import { expect, test } from "vitest";
import { earn, type List, monthAfter, type Refusal, spend } from "#tests/support/household";
import type { Answer } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("keyset pages list every row once while rows are added", async () => {
  const person = await worker.household();
  for (let day = 1; day <= 7; day++) await spend(person, { name: `Day ${day}`, date: `2025-03-0${day}` });
  await spend(person, { name: "Same day", date: "2025-03-04" });
  const seen: string[] = [];
  const pageAfter = (cursor: string | null): Promise<Answer<List>> =>
    person.get(`/api/expenses?limit=3${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
  let cursor: string | null = null;
  do {
    const answer = await pageAfter(cursor);
    expect(answer.json.total).toBeGreaterThanOrEqual(8);
    seen.push(...answer.json.items.map(({ name }) => name));
    cursor = answer.json.nextCursor;
    await spend(person, { name: "Later", date: "2025-04-01" });
  } while (cursor);
  expect(seen).toHaveLength(8);
  expect(new Set(seen).size).toBe(8);
  expect(seen[0]).toBe("Day 7");
  expect((await person.get<Refusal>("/api/expenses?cursor=nonsense")).status).toBe(400);
});

test("a month shows each occurrence on its day, and those of later months as projected", async () => {
  const person = await worker.household();
  const [current, next] = [monthAfter(0), monthAfter(2)];
  await spend(person, { name: "Gym", date: `${current}-01` });
  await earn(person, { name: "Weekly pay", date: `${current}-01`, frequency: "weekly" });
  const month = (path: string, key: string) =>
    person.get<List>(`/api/${path}/monthly?year=${key.slice(0, 4)}&month=${Number(key.slice(5))}`);
  expect((await month("expenses", current)).json.items).toMatchObject([
    { name: "Gym", occursOn: `${current}-01`, isProjected: false, projectedDate: null },
  ]);
  expect((await month("expenses", next)).json.items).toMatchObject([
    { name: "Gym", date: `${current}-01`, occursOn: `${next}-01`, isProjected: true, projectedDate: `${next}-01` },
  ]);
  expect((await month("income", current)).json.items.length).toBeGreaterThanOrEqual(4);
  expect((await month("expenses", monthAfter(-1))).json).toEqual({ items: [], nextCursor: null, total: 0 });
});

test("one-time items are limited to the range", async () => {
  const person = await worker.household();
  for (const date of ["2025-02-28", "2025-03-01", "2025-05-31", "2025-06-01"])
    await spend(person, { name: `On ${date}`, date, isRecurring: false });
  await spend(person, {});
  const query = "startYear=2025&startMonth=3&endYear=2025&endMonth=5";
  const answer = await person.get<List>(`/api/expenses/one-time?${query}`);
  expect(answer.json.items.map(({ date }) => date)).toEqual(["2025-03-01", "2025-05-31"]);
  const backwards = "startYear=2025&startMonth=5&endYear=2025&endMonth=3";
  expect((await person.get<Refusal>(`/api/income/one-time?${backwards}`)).json.message).toBe(
    "The range ends before it starts",
  );
});

test("a paydown plan shows the remaining payments of a debt", async () => {
  const person = await worker.household();
  const [start, end] = [monthAfter(1), monthAfter(12)];
  await spend(person, {
    name: "Car loan",
    amount: 250,
    date: `${start}-05`,
    endDate: `${end}-05`,
    category: "debt_paydown",
  });
  await spend(person, { name: "Card", amount: 80, date: `${start}-10`, category: "debt_paydown" });
  await spend(person, { name: "Paid off", date: "2020-01-01", endDate: "2020-06-01", category: "debt_paydown" });
  const { json } = await person.get<{ items: object[] }>("/api/expenses/paydown-plans/active");
  expect(json.items).toMatchObject([
    { name: "Car loan", amount: 250, nextDate: `${start}-05`, remainingPayments: 12, remainingTotal: 3000 },
    { name: "Card", amount: 80, endDate: null, remainingPayments: null, remainingTotal: null },
  ]);
});
