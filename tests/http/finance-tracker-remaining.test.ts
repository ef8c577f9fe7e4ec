import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { importCsv } from "#tests/support/csv-upload";
import { spend } from "#tests/support/household";
import { pageText } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const back = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("a month counted from today on takes no bill twice and forgets none that is late", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 1000 });
  const once = { category: "utilities", isRecurring: false };
  await spend(person, { name: "Water", amount: 60, date: back(0), ...once });
  await spend(person, { name: "Present", amount: 100, date: back(0), ...once });
  await spend(person, { name: "Phone", amount: 45, date: back(4), ...once });
  // Water was paid a day early; the phone's bill should have been in the file by now.
  const content = `Date,Description,Amount\n${back(20)},COFFEE,-2.50\n${back(1)},CITY WATER,-60.00\n${back(1)},COFFEE,-2.00\n`;
  expect((await importCsv(person, id, { content })).json.importedCount).toBe(3);
  const answer = await person.get("/finances?rest=1");
  expect(pageText(answer.text)).toContain("Projected assets at the end of the month $790.50");
  expect(pageText(answer.text)).toContain("From $935.50 in your accounts today");
  expect(databaseCosts(answer).calls).toBeLessThanOrEqual(2);
});
