import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { linkToken } from "#tests/support/mailbox";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const password = "wool-harbor-lantern-42";

interface Profile {
  timeZone: string | null;
}

const profileOf = async (visitor: Visitor) => (await visitor.get<Profile>("/api/auth/profile")).json;

async function signedUp(facts: object): Promise<Visitor> {
  const visitor = worker.visitor();
  const email = `${randomUUID()}@example.com`;
  const body = { firstName: "Noor", lastName: "Haddad", email, password, ...facts };
  expect((await visitor.post("/api/auth/signup", body)).status).toBeLessThan(300);
  const token = await linkToken(worker, email, "/auth/activate");
  expect((await visitor.post("/api/auth/activate", { token })).status).toBeLessThan(300);
  expect((await visitor.post("/api/auth/login", { email, password })).status).toBe(200);
  return visitor;
}

test("a household starts in its browser's time zone, or without one if unknown", async () => {
  expect(await profileOf(await signedUp({ timeZone: "Europe/Lisbon" }))).toMatchObject({ timeZone: "Europe/Lisbon" });
  expect(await profileOf(await signedUp({}))).toMatchObject({ timeZone: null });
  expect(await profileOf(await signedUp({ timeZone: "Mars/Olympus" }))).toMatchObject({ timeZone: null });
});

test("the time zone can be changed in the profile and determines the current month", async () => {
  const person = await worker.household();
  const text = async (path: string) => (await person.get(path)).text;
  expect(await text("/profile")).toContain("Not set yet: UTC is used.");
  const save = (timeZone: string) => person.submit("/profile", { intent: "zone", timeZone });
  expect((await save("Mars/Olympus")).status).toBe(400);
  expect((await save("Pacific/Kiritimati")).status).toBe(302);
  expect(await profileOf(person)).toMatchObject({ timeZone: "Pacific/Kiritimati" });
  const today = (zone: string) => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date());
  const month = async () => (await person.get<{ month: number }>("/api/cashflow/monthly")).json.month;
  expect(await month()).toBe(Number(today("Pacific/Kiritimati").slice(5, 7)));
  // These two zones never have the same date.
  expect((await save("Pacific/Pago_Pago")).status).toBe(302);
  expect(await text("/finances/expenses/new")).toContain(today("Pacific/Pago_Pago"));
  expect(await text("/finances/expenses/new")).not.toContain(today("Pacific/Kiritimati"));
});
