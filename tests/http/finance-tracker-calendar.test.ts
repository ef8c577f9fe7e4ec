import { expect, test } from "vitest";
import { newAccount, newTransaction } from "#tests/support/accounts";
import { earn, type List, monthAfter, type Refusal, spend } from "#tests/support/household";
import { attributes, pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();

const read = async (person: Visitor, path: string) => pageText((await person.get(path)).text);
const month = monthAfter(2);
const day = (number: number) => `${month}-${String(number).padStart(2, "0")}`;
const calendar = `/finances/calendar?month=${month}`;

async function household() {
  const person = await worker.household();
  await newAccount(person, { currentBalance: 1000 });
  const rent = await spend(person, { name: "Rent", amount: 900, date: day(5) });
  await earn(person, { name: "Pay", amount: 2000, date: day(20), frequency: "once" });
  return {
    person,
    rent,
    bill: `/finances/calendar/move/${encodeURIComponent(`expense:${rent.id}@${day(5)}`)}?month=${month}`,
  };
}

test("a month starts on Sunday and shows each day's items and closing balance", async () => {
  const { person } = await household();
  const answer = await person.get(calendar);
  const text = pageText(answer.text);
  expect(text).toContain("Sun Mon Tue Wed Thu Fri Sat");
  expect(text).toMatch(/\$1,000\.00.*Rent.*\$100\.00.*Pay.*\$2,100\.00/);
  expect(databaseCosts(answer).rounds).toBe(2);
  expect(answer.text).not.toMatch(/ style="/);
});

test("a past day shows its closing balance and its items", async () => {
  const person = await worker.household();
  const account = await newAccount(person, { currentBalance: 1000 });
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = addDays(today, -1);
  await newTransaction(person, account.id, { type: "deposit", amount: 250, transactionDate: yesterday });
  await newTransaction(person, account.id, { type: "withdrawal", amount: 40, transactionDate: today });
  await earn(person, { name: "Refund", amount: 60, date: yesterday, frequency: "once" });
  await spend(person, { name: "Fuel", amount: 30, date: yesterday, isRecurring: false });
  const answer = await person.get(`/finances/calendar?month=${yesterday.slice(0, 7)}`);
  const text = pageText(answer.text);
  expect(text).toContain("Balance at the end of the day: $1,250.00");
  for (const amount of ["+$60.00", "-$30.00"]) expect(text).toContain(amount);
  expect(databaseCosts(answer).rounds).toBe(2);
});

test("without an account there is no balance", async () => {
  const person = await worker.household();
  await spend(person, { date: day(5) });
  expect(await read(person, calendar)).toContain("Add an account to see the balance it ends with.");
});

test("a month without entries says so and leads to the tracker", async () => {
  const person = await worker.household();
  expect(await read(person, calendar)).toContain("Nothing in this month");
  await spend(person, { date: day(5) });
  expect(await read(person, calendar)).not.toContain("Nothing in this month");
});

test("moving a bill previews its effect without saving", async () => {
  const { person, bill } = await household();
  expect(await read(person, bill)).toContain("Move to");
  const tried = await person.get(`${bill}&to=${day(25)}`);
  const text = pageText(tried.text);
  for (const words of ["Lowest balance until the end of the month $1,000.00 instead of $100.00", "Not saved yet"])
    expect(text).toContain(words);
  expect(databaseCosts(tried)).toMatchObject({ rounds: 1, written: 0 });
  expect((await person.get<List>("/api/expenses")).json.items).toMatchObject([{ date: day(5) }]);
});

test("moving one occurrence leaves the others in place", async () => {
  const { person, bill } = await household();
  const page = (await person.get(`${bill}&to=${day(25)}`)).text;
  expect(attributes(page, "value")).toContain(day(25));
  const fields = { date: day(5), to: day(25), scope: "one", version: "1" };
  const answer = await person.submit(`${bill}&to=${day(25)}`, fields);
  expect([answer.status, answer.location]).toEqual([302, calendar]);
  const { items } = (await person.get<List>("/api/expenses")).json;
  expect(items.map(({ date, isRecurring }) => [date, isRecurring]).sort()).toEqual([
    [day(25), false],
    [`${monthAfter(3)}-05`, true],
  ]);
});

test("a saved scenario applies to every part of a moved item", async () => {
  const { person, rent } = await household();
  const later = `${monthAfter(3)}-05`;
  const changes = [`off~expense:${rent.id}`, "off~expense:other", `plus~expense~5~${later}~once~${rent.id}`];
  await person.post("/api/scenarios", { name: "No flat", currency: "USD", changes });
  const full = Array.from({ length: 30 }, (_, at) =>
    at === 0 ? `amount~expense:${rent.id}~700` : "off~expense:other",
  );
  await person.post("/api/scenarios", { name: "Full", currency: "USD", changes: full });
  const path = `/finances/calendar/move/${encodeURIComponent(`expense:${rent.id}@${later}`)}?month=${monthAfter(3)}`;
  await person.submit(path, { date: later, to: `${monthAfter(3)}-09`, scope: "one", version: "1" });
  const { items } = (await person.get<List>("/api/expenses")).json;
  const id = (date: string) => items.find((item) => item.date === date)?.id;
  const parts = [rent.id, id(`${monthAfter(3)}-09`), id(`${monthAfter(4)}-05`)];
  const scenarios = (await person.get<{ items: { changes: string[] }[] }>("/api/scenarios")).json.items;
  expect(scenarios.map((scenario) => scenario.changes)).toEqual([
    [`amount~expense:${parts[2]}~700`, ...full.slice(1)],
    [...parts.map((part) => `off~expense:${part}`), ...changes.slice(1)],
  ]);
});

test("moving all later occurrences splits the item", async () => {
  const { person, rent } = await household();
  const later = `${monthAfter(3)}-05`;
  const to = `${monthAfter(3)}-09`;
  const path = `/finances/calendar/move/${encodeURIComponent(`expense:${rent.id}@${later}`)}?month=${monthAfter(3)}&to=${to}&scope=later`;
  await person.submit(path, { date: later, to, scope: "later", version: "1" });
  const { items } = (await person.get<List>("/api/expenses")).json;
  expect(items.map(({ date, endDate }) => [date, endDate]).sort()).toEqual([
    [day(5), `${monthAfter(3)}-04`],
    [to, null],
  ]);
});

test("a stale move, a day without the bill and another household's bill are rejected", async () => {
  const { person, rent, bill } = await household();
  const move = { date: day(5), to: day(25), scope: "one", version: "1" };
  const elsewhere = await person.submit(bill, { ...move, date: day(6) });
  expect([elsewhere.status, pageText(elsewhere.text)]).toEqual([
    409,
    expect.stringContaining("This item is no longer on that day."),
  ]);
  expect((await person.submit(bill, { ...move, to: day(5) })).status).toBe(400);
  await person.patch<Refusal>(`/api/expenses/${rent.id}`, { amount: 901, version: 1 });
  expect((await person.submit(bill, move)).status).toBe(409);
  const other = await worker.household();
  const { admin } = await worker.business();
  for (const visitor of [other, admin]) {
    expect((await visitor.submit(bill, { ...move, version: "2" })).status).toBe(404);
    expect(await read(visitor, bill)).not.toContain("Rent");
  }
  expect((await worker.visitor().get(bill)).status).toBe(302);
  const unknown = bill.replace("expense%3A", "rent%3A");
  expect((await person.submit(unknown, { ...move, version: "2" })).status).toBe(404);
});

test("the same move sent twice takes effect once", async () => {
  const { person, bill } = await household();
  const fields = {
    idempotencyKey: "calendar-move-1",
    date: day(5),
    to: day(25),
    scope: "one",
    version: "1",
  };
  const answers = await Promise.all([1, 2].map(() => person.submit(bill, fields)));
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect((await person.get<List>("/api/expenses")).json.total).toBe(2);
});
