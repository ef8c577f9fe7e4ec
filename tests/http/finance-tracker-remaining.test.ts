import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { importCsv } from "#tests/support/csv-upload";
import { spend } from "#tests/support/household";
import { pageText } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const back = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("counting a month from today counts no bill twice and includes late ones", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 1000 });
  const once = { category: "utilities", isRecurring: false };
  await spend(person, { name: "Water", amount: 60, date: back(0), ...once });
  await spend(person, { name: "Present", amount: 100, date: back(0), ...once });
  await spend(person, { name: "Phone", amount: 45, date: back(4), ...once });
  // Water was paid a day early; the phone bill should already be in the file.
  const content = `Date,Description,Amount\n${back(20)},COFFEE,-2.50\n${back(1)},CITY WATER,-60.00\n${back(1)},COFFEE,-2.00\n`;
  expect((await importCsv(person, id, { content })).json.importedCount).toBe(3);
  expect((await person.submit("/finances", { mode: "remaining_days" })).status).toBe(302);
  const answer = await person.get("/finances");
  expect(pageText(answer.text)).toContain("Projected assets at the end of the month $790.50");
  expect(pageText(answer.text)).toContain("From $935.50 in your accounts today");
  expect(databaseCosts(answer).calls).toBeLessThanOrEqual(2);
});

test("the counting mode of the current month applies to the screen and the API", async () => {
  const person = await worker.household();
  const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth() + 1];
  const at = `/api/cashflow/projected-assets?year=${year}&month=${month}`;
  await newAccount(person, { currentBalance: 1000 });
  await spend(person, { name: "Rent", amount: 600, date: `${back(0).slice(0, 8)}01`, category: "housing" });
  const shown = async () => {
    const { text } = await person.get("/finances");
    const pressed = /aria-pressed="true"[^>]*>([^<]+)</.exec(text)?.[1];
    return { pressed, amount: /Projected assets at the end of the month (\S+?\.\d\d)/.exec(pageText(text))?.[1] };
  };
  const name = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(new Date());
  expect(await shown()).toEqual({ pressed: `All of ${name}`, amount: "$400.00" });
  const whole = { mode: "whole_month", balances: 1000, recurringNet: -600, adjustment: 0, projectedAssets: 400 };
  expect((await person.get(at)).json).toMatchObject(whole);

  const chosen = await person.put("/api/cashflow/projection-mode", { mode: "remaining_days" });
  expect([chosen.status, chosen.json]).toEqual([200, { mode: "remaining_days" }]);
  // No account is complete, so it is unknown whether a past day's rent was paid: it is left out.
  const due = back(0).endsWith("-01") ? 400 : 1000;
  expect(await shown()).toEqual({ pressed: "From today", amount: due === 400 ? "$400.00" : "$1,000.00" });
  expect((await person.get(at)).json).toMatchObject({ mode: "remaining_days", projectedAssets: due });
  expect((await person.get(`${at}&mode=whole_month`)).json).toMatchObject(whole);
  expect((await person.get(at.replace(String(year), String(year - 1)))).status).toBe(400);
  expect((await person.put("/api/cashflow/projection-mode", { mode: "half" })).status).toBe(400);
  expect((await (await worker.household()).get(at)).json).toMatchObject({ mode: "whole_month" });
});

test("a month that cannot be compared with the accounts shows an error instead of another sum", async () => {
  const person = await worker.household();
  await newAccount(person, { currentBalance: 1000 });
  await person.submit("/finances", { mode: "remaining_days" });
  await worker.db.exec("ALTER TABLE bank_items RENAME TO bank_items_away");
  const text = await person
    .get("/finances")
    .then(({ text }) => pageText(text))
    .finally(() => worker.db.exec("ALTER TABLE bank_items_away RENAME TO bank_items"));
  expect(text).toContain("Failed to load asset data.");
  expect(text).not.toContain("Projected assets at the end of the month");
});
