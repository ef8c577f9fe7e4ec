import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { attributes, pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const path = "/api/scenarios";
const dialog = "/finances/dashboard/scenarios";

interface Scenario {
  id: string;
  name: string;
  currency: string;
  changes: string[];
}

const change = (text = "off~expense:gone") => ({ name: "No car", currency: "USD", changes: [text] });

async function save(by: Visitor, fields: object = {}) {
  const answer = await by.post<Scenario>(path, { ...change(), ...fields });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

const saved = async (by: Visitor) => (await by.get<{ items: Scenario[] }>(path)).json.items;

test("a scenario is saved by name and opened from the dashboard, and the plan does not change", async () => {
  const person = await worker.household();
  await newAccount(person, { currentBalance: 1000 });
  const rent = { name: "Rent", amount: 900, category: "housing", date: "2026-01-01", isRecurring: true };
  const { id } = (await person.post<{ id: string }>("/api/expenses", rent)).json;
  const before = (await person.get("/api/expenses")).text;
  const tried = `currency=USD&if=${encodeURIComponent(`amount~expense:${id}~700`)}`;
  const shown = pageText((await person.get(`${dialog}?${tried}`)).text);
  expect(shown).toContain("Save scenario");
  const fields = { intent: "add", name: "Cheaper flat", currency: "USD", "changes[0]": `amount~expense:${id}~700` };
  const answer = await person.submit(`${dialog}?${tried}`, fields);
  expect(answer.status).toBe(302);
  const to = new URL(answer.headers.get("location") ?? "", "https://plenum.example");
  expect([to.pathname, to.searchParams.get("if")]).toEqual(["/finances/dashboard", `amount~expense:${id}~700`]);
  const dashboard = await person.get("/finances/dashboard");
  expect(pageText(dashboard.text)).toContain("Cheaper flat");
  const links = attributes(dashboard.text, "href").map((href) => decodeURIComponent(href));
  expect(links).toContainEqual(expect.stringContaining(`if=amount~expense:${id}~700`));
  expect(databaseCosts(dashboard)).toMatchObject({ calls: 2, rounds: 1 });
  expect((await person.get("/api/expenses")).text).toBe(before);
});

test("a scenario is not found by another household and requires sign-in", async () => {
  const [person, other] = [await worker.household(), await worker.household()];
  const { id } = await save(person);
  expect(await saved(other)).toEqual([]);
  expect((await other.send("DELETE", `${path}/${id}`, {})).status).toBe(404);
  expect((await worker.visitor().get(path)).status).toBe(401);
  expect((await person.send("DELETE", `${path}/${id}`, {})).status).toBe(204);
  expect((await person.send("DELETE", `${path}/${id}`, {})).status).toBe(404);
  expect(await saved(person)).toEqual([]);
});

test("Undo restores a deleted scenario", async () => {
  const person = await worker.household();
  const { id, ...rest } = await save(person, { changes: ["off~expense:a", "delay~income:b~3"] });
  const answer = await person.submit(dialog, { intent: "remove", id });
  expect(answer.status).toBe(302);
  const toast = JSON.parse(decodeURIComponent(person.cookies.get("plenum_toast") ?? "{}"));
  expect(toast).toMatchObject({ text: "No car deleted.", undo: { action: dialog } });
  expect((await person.submit(toast.undo.action, toast.undo.fields)).status).toBe(302);
  expect(await saved(person)).toEqual([{ id: expect.any(String), ...rest }]);
});

test("names are unique regardless of case, and a repeated save saves once", async () => {
  const person = await worker.household();
  const key = { "idempotency-key": randomUUID() };
  const [first, again] = [
    await person.post<Scenario>(path, change(), key),
    await person.post<Scenario>(path, change(), key),
  ];
  expect([first.status, again.status, again.json.id]).toEqual([201, 201, first.json.id]);
  const taken = await person.post<{ fields: Record<string, string[]> }>(path, { ...change(), name: "NO CAR" });
  expect([taken.status, taken.json.fields.name]).toEqual([409, ["There is already a scenario with this name."]]);
  const form = await person.submit(`${dialog}?if=off~expense:x`, {
    intent: "add",
    name: "no car",
    currency: "USD",
    "changes[0]": "off~expense:x",
  });
  expect([form.status, pageText(form.text)]).toEqual([409, expect.stringContaining("There is already a scenario")]);
});

test.each([
  ["no name", { name: " " }, "name"],
  ["a name that is too long", { name: "x".repeat(61) }, "name"],
  ["an unknown currency", { currency: "XYZ" }, "currency"],
  ["nothing to change", { changes: [] }, "changes"],
  ["more than thirty changes", { changes: Array(31).fill("off~expense:a") }, "changes"],
  ["an empty change", { changes: ["delay~expense:a~999"] }, "changes.0"],
  ["a change that is too long", { changes: [`off~${"x".repeat(300)}`] }, "changes.0"],
])("%s is rejected with a field error", async (_, fields, where) => {
  const person = await worker.household();
  const answer = await person.post<{ fields?: Record<string, string[]> }>(path, { ...change(), ...fields });
  expect(answer.status, answer.text).toBe(400);
  expect(Object.keys(answer.json.fields ?? {}).join()).toContain(where.split(".")[0]);
  expect(await saved(person)).toEqual([]);
});

test("a scenario is renamed in the API and in its dialog, and nothing else changes", async () => {
  const person = await worker.household();
  const { id, ...rest } = await save(person, { changes: ["off~expense:a", "delay~income:b~3"] });
  const renamed = await person.patch<Scenario>(`${path}/${id}`, { name: "One car", previousName: "No car" });
  expect([renamed.status, renamed.json]).toEqual([200, { id, ...rest, name: "One car" }]);
  const tried = `${dialog}/${id}?if=off~expense:x`;
  expect(attributes((await person.get(tried)).text, "value")).toContain("One car");
  const form = await person.submit(tried, { name: "ONE car", previousName: "One car" });
  expect([form.status, form.headers.get("location")]).toEqual([302, expect.stringContaining(`${dialog}?`)]);
  expect(await saved(person)).toEqual([{ id, ...rest, name: "ONE car" }]);
});

test("when two people rename a scenario, the second gets a conflict with its current name", async () => {
  const person = await worker.household();
  const { id } = await save(person);
  const rename = (name: string, previousName: string) =>
    person.patch<{ message: string; current: Scenario }>(`${path}/${id}`, { name, previousName });
  expect((await rename("First", "No car")).status).toBe(200);
  const second = await rename("Second", "No car");
  expect([second.status, second.json.message, second.json.current.name]).toEqual([
    ...[409, "This scenario was changed in another tab or on another device.", "First"],
  ]);
  const form = await person.submit(`${dialog}/${id}`, { name: "Second", previousName: "No car" });
  expect([form.status, pageText(form.text)]).toEqual([409, expect.stringContaining("in another tab")]);
  expect(attributes(form.text, "value")).toContain("First");
  expect((await person.submit(`${dialog}/${id}`, { name: "Second", previousName: "First" })).status).toBe(302);
  expect((await saved(person)).map(({ name }) => name)).toEqual(["Second"]);
});

test("a rename rejects a name in use, an empty name and another household's scenario", async () => {
  const [person, other] = [await worker.household(), await worker.household()];
  const { id } = await save(person);
  await save(person, { name: "Two cars" });
  const rename = (by: Visitor, name: string) =>
    by.patch<{ fields?: object }>(`${path}/${id}`, { name, previousName: "No car" });
  expect((await rename(person, "two cars")).json.fields).toEqual({
    name: ["There is already a scenario with this name."],
  });
  expect([(await rename(person, " ")).status, (await rename(other, "Mine")).status]).toEqual([400, 404]);
  expect((await other.get(`${dialog}/${id}`)).status).toBe(404);
  expect((await saved(person)).map(({ name }) => name)).toEqual(["No car", "Two cars"]);
});

test("a household can have at most 50 scenarios", async () => {
  const person = await worker.household();
  for (let n = 1; n <= 50; n += 1) await save(person, { name: `Try ${n}` });
  const more = await person.post<{ message: string }>(path, { ...change(), name: "Try 51" });
  expect([more.status, more.json.message]).toEqual([409, "A household can have at most 50 scenarios."]);
});

test("a scenario deleted in another tab cannot be deleted again, and the dialog says so", async () => {
  const person = await worker.household();
  const gone = "0192f000-0000-7000-8000-000000000000";
  const answer = await person.submit(dialog, { intent: "remove", id: gone });
  expect([answer.status, pageText(answer.text)]).toEqual([404, expect.stringContaining("Scenario not found")]);
});
