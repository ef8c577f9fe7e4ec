import { expect, test } from "vitest";
import { newAccount, newTransaction } from "#tests/support/accounts";
import { importCsv } from "#tests/support/csv-upload";
import { earn, monthAfter, spend } from "#tests/support/household";
import { attributes, pageText } from "#tests/support/page-text";
import { givePro } from "#tests/support/plans";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();

const read = async (person: Visitor, path: string) => pageText((await person.get(path)).text);
const dashboard = "/finances/dashboard";

test("without accounts it explains what accounts are for", async () => {
  const person = await worker.household();
  const text = await read(person, dashboard);
  for (const words of [
    "Finance Dashboard",
    "Add your accounts to see your net worth over time",
    "Add an account",
    "No accounts yet.",
  ])
    expect(text).toContain(words);
});

test("net worth is the balance of active accounts minus the amount owed", async () => {
  const person = await worker.household();
  const everyday = await newAccount(person, { currentBalance: 1000 });
  await newAccount(person, { name: "Card", accountType: "credit", currentBalance: 250 });
  await newAccount(person, { name: "Closed", currentBalance: 9999, isActive: false });
  await newTransaction(person, everyday.id, { amount: 400, type: "deposit", transactionDate: `${monthAfter(-1)}-10` });
  const text = await read(person, dashboard);
  expect(text).toContain("Net worth $1,150.00");
  expect(text).toContain("Liabilities $250.00");
});

async function household() {
  const person = await worker.household();
  const account = await newAccount(person, { name: "Everyday", currentBalance: 3000 });
  await newAccount(person, { name: "Funds", accountType: "investment", currentBalance: 50_000 });
  const rent = await spend(person, { name: "Rent", amount: 1000, date: `${monthAfter(1)}-01` });
  const gym = await spend(person, { name: "Gym", amount: 50, date: `${monthAfter(1)}-02`, category: "healthcare" });
  return { person, rent, gym, account };
}

test("the runway shows the first day below zero and its cause, without investments", async () => {
  const { person } = await household();
  const text = await read(person, dashboard);
  // 3,000 pays two months of 1,050: 900 are left for the third rent.
  expect(text).toContain("Below zero on");
  expect(text).toContain("-$100.00");
  expect(text).toMatch(/Rent, \$\d,\d{3}\.\d\d by/);
});

test("a floor makes the warning earlier", async () => {
  const { person } = await household();
  const text = await read(person, `${dashboard}?floor=2500`);
  expect(text).toContain("Below your floor of $2,500.00 on");
  expect(text).toContain("at $2,000.00");
});

test("an account has its own runway and floor, with the cause of falling below it", async () => {
  const { person, account } = await household();
  expect(await read(person, dashboard)).toMatch(/Everyday Checking Below zero from .*, by Rent/);
  const sent = (await person.get(`${dashboard}?of=${account.id}&level=2500`)).text;
  expect(pageText(sent)).toContain("Below its floor of $2,500.00 from");
  expect(attributes(sent, "value")).toContain(`${account.id}~2500`);
  expect(attributes(sent, "href")).toContain(dashboard);
  const both = `${dashboard}?keep=${account.id}~2500&of=all&level=100`;
  expect(await read(person, both)).toContain("Below your floor of $100.00 on");
  expect(attributes((await person.get(both)).text, "value")).toContain(`${account.id}~2500`);
});

test("an imported row settles its bill, and bills missing from the file are late or missed", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 5000 });
  const back = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const once = { category: "utilities", isRecurring: false };
  await spend(person, { name: "Water", amount: 60, date: back(3), ...once });
  await spend(person, { name: "Phone", amount: 45, date: back(4), ...once });
  await spend(person, { name: "Gas", amount: 80, date: back(12), ...once });
  expect(await read(person, dashboard)).toContain("Nothing is due.");
  const content = `Date,Description,Amount\n${back(20)},COFFEE,-4.50\n${back(3)},CITY WATER,-60.00\n${back(1)},COFFEE,-4.50\n`;
  expect((await importCsv(person, id, { content })).json.importedCount).toBe(3);
  const text = await read(person, dashboard);
  expect(text).toMatch(/Gas .*Missed.*Phone .*Late/);
  expect(text).not.toContain("Water");
  for (const [date, words] of [
    [back(3), "Water, paid"],
    [back(4), "Phone, late: not in the account yet"],
    [back(12), "Gas, missed: never posted"],
  ] as const)
    expect(await read(person, `/finances/calendar?month=${date.slice(0, 7)}`)).toContain(words);
});

test("a long history costs only its latest days", async () => {
  const { person, account } = await household();
  const before = databaseCosts(await person.get(dashboard)).read;
  const old = Array.from(
    { length: 400 },
    (_, at) => `2019-${String((at % 12) + 1).padStart(2, "0")}-15,OLD ${at},-1.00`,
  );
  const imported = await importCsv(person, account.id, { content: `Date,Description,Amount\n${old.join("\n")}\n` });
  expect(imported.json.importedCount).toBe(400);
  expect(databaseCosts(await person.get(dashboard)).read).toBeLessThan(before + 20);
});

test("each row of the last two years is read once, and its days are read again only for net worth", async () => {
  const { person, account } = await household();
  const costOf = async (path: string) => databaseCosts(await person.get(path)).read;
  const before = { dashboard: await costOf(dashboard), calendar: await costOf("/finances/calendar") };
  const content = Array.from({ length: 300 }, (_, at) => {
    const day = new Date(Date.now() - (100 + at) * 86_400_000).toISOString().slice(0, 10);
    return `${day},SHOP ${at},-1.00`;
  });
  await importCsv(person, account.id, { content: `Date,Description,Amount\n${content.join("\n")}\n` });
  expect((await costOf("/finances/calendar")) - before.calendar).toBeLessThan(330);
  expect((await costOf(dashboard)) - before.dashboard).toBeLessThan(3.1 * 300 + 30);
});

test("what-if switches change the forecast, are stored in the URL and are never saved", async () => {
  const { person, rent, gym } = await household();
  await givePro(worker, "household", person.userId);
  const without = await person.get(`${dashboard}?if=off~expense:${rent.id}`);
  expect(pageText(without.text)).toContain("Without Rent");
  expect(pageText(without.text)).toContain("after 24 months");
  expect(databaseCosts(without)).toMatchObject({ calls: 2, written: 0 });
  expect(attributes(without.text, "href")).toContain(dashboard);
  const sent = `${dashboard}?if=off~expense:${rent.id}&if=delay~expense:${gym.id}~3`;
  const both = (await person.get(sent)).text;
  expect(pageText(both)).toContain("Gym 3 months later");
  expect(attributes(both, "value")).toContain(`delay~expense:${gym.id}~3`);
  const cheaper = `${dashboard}?if=amount~expense:${rent.id}~10.50&if=amount~expense:${gym.id}~0`;
  const cheap = pageText((await person.get(cheaper)).text);
  expect(cheap).toContain("Rent at $10.50");
  expect(cheap).not.toContain("Gym at");
  const plus = `${dashboard}?act=plus&kind=income&name=A+raise&amount=2%2C000&frequency=monthly&date=${monthAfter(1)}-01`;
  expect(await read(person, plus)).toContain("No day of the next 24 months ends below zero.");
  expect(await read(person, dashboard)).not.toContain("A raise");
});

test("a what-if with an invalid amount shows an error, and one without a name gets a default", async () => {
  const { person } = await household();
  const sent = (fields: string) =>
    `${dashboard}?act=plus&kind=expense&frequency=monthly&date=${monthAfter(1)}-01&${fields}`;
  const odd = (await person.get(sent("name=Car&amount=abc"))).text;
  expect(pageText(odd)).toContain("“abc” is not an amount. Use digits, such as 1,200.50.");
  expect(await read(person, sent("name=&amount=20"))).toContain("New expense");
  expect(await read(person, sent("name=Car&amount=0"))).toContain("Amount must be greater than 0");
});

test("an invalid what-if is ignored", async () => {
  const { person } = await household();
  const odd =
    "if=off~&if=delay~expense:x~999&if=stop~expense:x~soon&if=plus~expense~-5~2026-01-01~monthly~X&if=nonsense&floor=abc";
  const answer = await person.get(`${dashboard}?${odd}`);
  expect(answer.status).toBe(200);
  expect(pageText(answer.text)).not.toContain("after 24 months");
});

test("bands need three full months of transactions and show unplanned spending", async () => {
  const { person } = await household();
  expect(await read(person, dashboard)).toContain(
    "Unplanned spending can be estimated once there are three full months of transactions.",
  );
  const { id } = await newAccount(person, { name: "Daily", currentBalance: 500 });
  for (const back of [-4, -3, -2, -1])
    for (const day of ["01", "12"])
      await newTransaction(person, id, { amount: 100, transactionDate: `${monthAfter(back)}-${day}` });
  expect(await read(person, dashboard)).toContain("unplanned spending like that of the last 4 full months");
});

test("this month is compared with last month, and bills of the next 30 days are listed", async () => {
  const person = await worker.household();
  await earn(person, { amount: 5000, date: `${monthAfter(-1)}-01` });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await spend(person, { name: "Dentist", amount: 80, date: tomorrow, isRecurring: false });
  const text = await read(person, dashboard);
  for (const words of ["This month vs. last month", "Upcoming bills", "Dentist", "Tomorrow"])
    expect(text).toContain(words);
});

test("only its household can see it", async () => {
  const { person } = await household();
  const other = await worker.household();
  const { admin } = await worker.business();
  expect((await worker.visitor().get(dashboard)).status).toBe(302);
  for (const visitor of [other, admin]) expect(await read(visitor, dashboard)).not.toContain("Gym");
  const own = await person.get(dashboard);
  expect(databaseCosts(own).calls).toBe(2);
  expect(own.text).not.toMatch(/ style="/);
});

test("the balance of an archived account is shown in its own currency", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Girokonto", currency: "EUR", currentBalance: 700 });
  await person.post(`/api/bank-accounts/${id}/archive`);
  const text = await read(person, dashboard);
  expect(text).toContain("€700.00");
  expect(text).not.toContain("$700.00");
});

test("another currency is shown without the floors and what-ifs of this one", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 1000 });
  await newAccount(person, { name: "Girokonto", currency: "EUR", currentBalance: 700 });
  const rent = await spend(person, { amount: 100, date: `${monthAfter(1)}-01` });
  const here = `${dashboard}?currency=USD&floor=500&keep=${id}~100&if=off~expense:${rent.id}`;
  expect(attributes((await person.get(here)).text, "href")).toContain(`${dashboard}?currency=EUR`);
});

test("a missed bill is listed but is not the one due next", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 3000 });
  const today = new Date().toISOString().slice(0, 10);
  const content = [-30, 0].map((days) => `${addDays(today, days)},CORNER STORE,-5.00`).join("\n");
  await importCsv(person, id, { content: `Date,Description,Amount\n${content}\n` });
  await spend(person, { name: "Gym", amount: 40, date: addDays(today, -12), isRecurring: false });
  await spend(person, { name: "Insurance", amount: 90, date: addDays(today, 5), isRecurring: false });
  const text = await read(person, dashboard);
  expect(text).toMatch(/Due next \$90\.00 Insurance,/);
  expect(text).toMatch(/Gym .{0,40}Missed/);
});

test("accounts in use come before archived ones", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "College Checking" });
  await newAccount(person, { name: "Daily Checking" });
  await person.post(`/api/bank-accounts/${id}/archive`, {});
  expect(await read(person, dashboard)).toMatch(/Daily Checking .*College Checking/);
});

test("a forecast without planned income says that none is counted", async () => {
  const person = await worker.household();
  await newAccount(person, { currentBalance: 500 });
  const without = (await person.get(dashboard)).text;
  expect(pageText(without)).toContain("No income is planned, so none is counted.");
  expect(attributes(without, "href")).toContain("/finances/income/new");
  await earn(person, { date: `${monthAfter(-1)}-15` });
  expect(await read(person, dashboard)).not.toContain("No income is planned");
});
