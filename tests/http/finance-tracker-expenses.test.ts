import { expect, test } from "vitest";
import { earn, type List, monthAfter, spend } from "#tests/support/household";
import { attributes, pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const read = async (person: Visitor, path: string) => pageText((await person.get(path)).text);
const form = { name: "Gym", amount: "45", currency: "USD", date: "2025-03-02", category: "healthcare", note: "" };

test("an empty month shows how to start", async () => {
  const person = await worker.household();
  await earn(person, {});
  const text = await read(person, "/finances/expenses?month=2025-03");
  for (const words of ["Expense Tracker", "Add New Expense", "No expenses found", "Add some expenses to get started"])
    expect(text).toContain(words);
  expect(text).not.toContain("Salary");
});

test("a month's expenses are shown with their total, categories and tips", async () => {
  const person = await worker.household();
  await spend(person, { amount: 1800, date: "2025-01-31" });
  await spend(person, { name: "Groceries", amount: 500, date: "2025-02-10", category: "food", isRecurring: false });
  await spend(person, { name: "Groceries", amount: 700, date: "2025-03-10", category: "food", isRecurring: false });
  const page = await person.get("/finances/expenses?month=2025-03");
  for (const words of [
    "$2,500.00",
    "+$200.00 vs. February 2025",
    "Housing is 72% of the month's expenses",
    "Food is $200.00 more than last month.",
  ])
    expect(pageText(page.text)).toContain(words);
  expect(databaseCosts(page).rounds).toBe(2);
  expect(page.text).not.toMatch(/ style="/);
  expect(attributes(page.text, "href")).toContain("/finances/expenses?month=2025-02");
});

test("a future month is compared with a typical month", async () => {
  const person = await worker.household();
  for (const back of [-3, -2, -1])
    await spend(person, {
      name: "Fuel",
      amount: 90,
      date: `${monthAfter(back)}-10`,
      category: "transportation",
      isRecurring: false,
    });
  await spend(person, { name: "Lease", amount: 120, date: `${monthAfter(2)}-01`, category: "transportation" });
  const text = await read(person, `/finances/expenses?month=${monthAfter(2)}`);
  for (const words of ["Budget Planning Mode", "Budget Mode", "Your plan is $30.00 above a typical month."])
    expect(text).toContain(words);
  expect(await read(person, "/finances/expenses")).not.toContain("Budget Mode");
});

test("a typical month has only the months since the household's first entry", async () => {
  const person = await worker.household();
  const lease = { name: "Lease", amount: 120, date: `${monthAfter(2)}-01`, category: "transportation" };
  await spend(person, lease);
  const none = await read(person, `/finances/expenses?month=${monthAfter(2)}`);
  expect(none).toContain("There is no full month to compare with yet.");
  expect(none).not.toContain("a typical month.");
  await spend(person, { ...lease, name: "Fuel", amount: 90, date: `${monthAfter(-1)}-10`, isRecurring: false });
  expect(await read(person, `/finances/expenses?month=${monthAfter(2)}`)).toContain(
    "Your plan is $30.00 above a typical month.",
  );
});

test("an expense is added, edited and deleted on this screen, with its own confirmation", async () => {
  const person = await worker.household();
  const [screen, month] = ["/finances/expenses", "?month=2025-03"];
  const added = await person.submit(`${screen}/new${month}`, { ...form });
  const { items } = (await person.get<List>("/api/expenses")).json;
  const id = items[0]?.id ?? "";
  expect(added.location).toBe(`${screen}${month}&new=${id}`);
  expect(decodeURIComponent(person.cookies.get("plenum_toast") ?? "")).toContain("Expense added successfully!");
  await person.submit(`${screen}/${id}${month}`, { ...form, amount: "50", version: "1" });
  expect((await person.get<List>("/api/expenses")).json.items[0]?.amount).toBe(50);
  expect(await read(person, `${screen}/${id}/delete${month}`)).toContain(
    "Are you sure you want to delete this expense?",
  );
  expect((await person.submit(`${screen}/${id}/delete${month}`, {})).location).toBe(`${screen}${month}`);
  expect((await person.get<List>("/api/expenses")).json.total).toBe(0);
});

test("this screen cannot delete income", async () => {
  const person = await worker.household();
  const { id } = await earn(person, {});
  expect((await person.submit(`/finances/expenses/${id}/delete`, {})).status).toBe(404);
  expect((await person.get<List>("/api/income")).json.total).toBe(1);
});

test("another household's expense has no dialog and cannot be deleted", async () => {
  const owner = await worker.household();
  const { id } = await spend(owner, { name: "Owned rent" });
  const { admin } = await worker.business();
  for (const other of [await worker.household(), admin]) {
    expect((await other.get(`/finances/expenses/${id}`)).text).not.toContain("Owned rent");
    expect((await other.submit(`/finances/expenses/${id}/delete`, {})).status).toBe(404);
  }
  expect((await worker.visitor().get("/finances/expenses")).status).toBe(302);
});

test("a failed load shows an error", async () => {
  const person = await worker.household();
  await worker.db.exec("ALTER TABLE expenses RENAME TO expenses_away");
  const text = await read(person, "/finances/expenses").finally(() =>
    worker.db.exec("ALTER TABLE expenses_away RENAME TO expenses"),
  );
  expect(text).toContain("Failed to fetch expenses");
  expect(text).not.toContain("No expenses found");
});
