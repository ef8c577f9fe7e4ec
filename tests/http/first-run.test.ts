import { expect, test } from "vitest";
import { linkToken } from "#tests/support/mailbox";
import { attributes, pageText } from "#tests/support/page-text";
import { goodPassword, stranger } from "#tests/support/people";
import { testWorker } from "#tests/support/worker";
import { starterServiceTypes } from "~/domain/service-types/starter";

const worker = await testWorker();

/** Signs up a business and waits for its mail. */
async function signedUp() {
  const { email, ip } = stranger();
  const visitor = worker.visitor();
  const form = { kind: "business", organizationName: "Desert Air", firstName: "Rosa", lastName: "Vega" };
  const sent = await visitor.submit(
    "/signup",
    { ...form, email, password: goodPassword, timeZone: "America/Phoenix" },
    ip,
  );
  expect(sent.location).toBe("/signup?sent=yes");
  return { visitor, email, ip, token: await linkToken(worker, email, "/auth/activate") };
}

async function newBusiness() {
  const { visitor, ip, token } = await signedUp();
  expect((await visitor.submit("/auth/activate", { token }, ip)).location).toBe("/dashboard");
  return visitor;
}

const count = async (table: "service_types" | "service_tasks", orgId: string) =>
  (await worker.db.prepare(`SELECT count(*) AS n FROM ${table} WHERE org_id = ?`).bind(orgId).first<{ n: number }>())
    ?.n;

test("the activation link signs in the browser that signed up and opens the first steps", async () => {
  const visitor = await newBusiness();
  const { status, text } = await visitor.get("/dashboard");
  expect(status).toBe(200);
  expect(text).toContain("Get your first job out");
  expect(text).toContain("America/Phoenix");
});

test("in another browser the link only activates, since its reader may not have chosen the password", async () => {
  const { email, ip, token } = await signedUp();
  const other = worker.visitor();
  const answer = await other.submit("/auth/activate", { token }, ip);
  expect(answer.location).toBe(`/login?${new URLSearchParams({ email })}`);
  expect((await other.get("/profile")).status).toBe(302);
});

test("a browser that signed up with one email is not signed in to another account", async () => {
  const [mine, theirs] = [await signedUp(), await signedUp()];
  const answer = await mine.visitor.submit("/auth/activate", { token: theirs.token }, theirs.ip);
  expect(answer.location).toContain("/login");
  expect((await mine.visitor.get("/profile")).status).toBe(302);
});

test("the starter service types are added completely and once, without changing existing ones", async () => {
  const { admin, orgId } = await worker.business();
  const own = { name: "furnace TUNE-UP", category: "maintenance", durationMinutes: 30 };
  expect((await admin.post("/api/service-types", own)).status).toBe(201);
  const both = await Promise.all([1, 2].map(() => admin.submit("/dashboard", { intent: "starter" })));
  expect(both.map((answer) => answer.status)).toEqual([302, 302]);
  await admin.submit("/dashboard", { intent: "starter" });
  expect(await count("service_types", orgId)).toBe(starterServiceTypes.length);
  const tasks = starterServiceTypes.slice(1).reduce((sum, type) => sum + type.tasks.length, 0);
  expect(await count("service_tasks", orgId)).toBe(tasks);
  const { json } = await admin.get<{ items: object[] }>("/api/service-types?limit=100");
  expect(json.items).toContainEqual(expect.objectContaining({ name: own.name, durationMinutes: 30, taskCount: 0 }));
  expect(json.items).toContainEqual(expect.objectContaining({ name: "AC tune-up", price: 139 }));
});

test("screens without service types offer to add the starter ones", async () => {
  const visitor = await newBusiness();
  const offer = "Add starter service types";
  for (const path of ["/service-types", "/workorders/create"]) expect((await visitor.get(path)).text).toContain(offer);
  expect((await visitor.submit("/resources/starter-service-types.data", {})).status).toBe(200);
  for (const path of ["/service-types", "/workorders/create"]) {
    const { text } = await visitor.get(path);
    expect(text).toContain("Furnace tune-up");
    expect(text).not.toContain(offer);
  }
});

test("an owner becomes a technician in one click, and a second click changes nothing", async () => {
  const visitor = await newBusiness();
  for (const path of ["/dashboard", "/resources/become-technician.data"]) {
    expect((await visitor.submit(path, { intent: "technician" })).status).toBeLessThan(400);
  }
  const { json } = await visitor.get<{ items: { name: string; status: string }[] }>("/api/technicians");
  expect(json.items).toEqual([expect.objectContaining({ firstName: "Rosa", lastName: "Vega", status: "active" })]);
  const profile = await visitor.get<object>("/api/auth/profile");
  expect(profile.json).toMatchObject({ roles: ["Admin", "Technician"], permissions: null });
});

test("a technician invited from a form can be chosen in it at once", async () => {
  const visitor = await newBusiness();
  const { email } = stranger();
  const person = { firstName: "Luis", lastName: "Ortega", email };
  const form = "/workorders/create?startDate=2030-05-06";
  const dialog = form.replace("?", "/invite-technician?");
  expect(attributes((await visitor.get(form)).text, "href")).toContain(dialog);
  expect(pageText((await visitor.get(dialog)).text)).toMatch(/New work order.*Invite a technician.*Send invitation/);
  expect(await visitor.submit(dialog, person)).toMatchObject({ status: 302, location: form });
  expect((await visitor.get(form)).text).toContain("Luis Ortega");
});

test("only an Admin can become a technician, and users who cannot take the first steps do not see them", async () => {
  const { manager, technician } = await worker.business();
  expect((await manager.submit("/resources/become-technician.data", {})).status).toBe(403);
  expect((await technician.submit("/dashboard", { intent: "starter" })).status).toBe(403);
  expect((await manager.get("/dashboard")).text).not.toContain("Get your first job out");
});

test("the first steps can be hidden and shown again", async () => {
  const { admin } = await worker.business();
  expect((await admin.get("/dashboard")).text).toContain("Get your first job out");
  await admin.submit("/dashboard", { intent: "hide" });
  expect((await admin.get("/dashboard")).text).not.toContain("Get your first job out");
  expect((await admin.get("/dashboard?steps=show")).text).toContain("Get your first job out");
});

test("a household cannot open the dashboard", async () => {
  expect((await (await worker.household()).get("/dashboard")).status).toBe(403);
});
