import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { linkToken, mailsTo } from "#tests/support/mailbox";
import { threePagesAndBack } from "#tests/support/page-text";
import { goodPassword, stranger } from "#tests/support/people";
import { aTechnician, change, type Refused, setUpTechnician, type TechnicianJson } from "#tests/support/technicians";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface PendingJson {
  items: { id: string; email: string; state: string; invitedBy: string | null }[];
  nextCursor: string | null;
  total: number | null;
}

const pending = async (by: Visitor) => (await by.get<PendingJson>("/api/technicians/invitations/pending")).json;
const invite = (by: Visitor, fields: object) =>
  by.post<{ id: string } & Refused>("/api/technicians/invite", { ...aTechnician(), ...fields });
const act = (by: Visitor, id: string, what: "resend" | "cancel") =>
  by.post<Refused & { id: string }>(`/api/technicians/invitations/${id}/${what}`);
const accept = async (email: string) => {
  const token = await linkToken(worker, email, "/auth/accept-invitation");
  const answer = await worker
    .visitor()
    .post(
      "/api/auth/accept-invitation",
      { token, firstName: "Nia", lastName: "Cole", password: goodPassword },
      stranger().ip,
    );
  expect(answer.status).toBe(200);
};

test("an invited technician is listed at once, joins through the link and keeps the entered details", async () => {
  const { manager } = await worker.business();
  const { email } = stranger();
  const made = await invite(manager, {
    email,
    firstName: "Nia",
    lastName: "Cole",
    skillLevel: "senior",
    hourlyRate: 38,
  });
  expect(made.status).toBe(201);
  expect(await pending(manager)).toMatchObject({
    items: [{ id: made.json.id, email, state: "pending", invitedBy: "Test Person" }],
    total: 1,
  });
  const list = async () => (await manager.get<{ items: TechnicianJson[] }>("/api/technicians?search=nia")).json.items;
  expect(await list()).toMatchObject([{ email, status: "pending_setup", hasAccount: false, hourlyRate: 38 }]);
  const [mail] = await expect
    .poll(() => mailsTo(worker, email))
    .toHaveLength(1)
    .then(() => mailsTo(worker, email));
  expect(mail?.subject).toContain("North Wind Heating");
  await accept(email);
  expect(await list()).toMatchObject([
    { email, status: "active", hasAccount: true, skillLevel: "senior", hourlyRate: 38 },
  ]);
  expect((await pending(manager)).items).toEqual([]);
});

test.each([undefined, null, ""])(
  "a skill level of %j in an invitation is unset at first and can be set later",
  async (skillLevel) => {
    const { manager } = await worker.business();
    const { email } = stranger();
    await invite(manager, { email, firstName: "Nia", lastName: "Cole", skillLevel });
    const found = async (query: string) =>
      (await manager.get<{ items: TechnicianJson[] }>(`/api/technicians?search=nia&${query}`)).json.items;
    const [made] = await found("skillLevel=not_set");
    if (!made) throw new Error("nobody without a level is listed");
    expect([made.email, made.skillLevel]).toEqual([email, null]);
    await accept(email);
    expect(await found("skillLevel=apprentice")).toEqual([]);
    const page = await manager.get(`/technicians/${made.id}`);
    expect(page.text).toContain("Not set");
    expect(page.text).not.toContain("Apprentice");
    expect((await manager.get("/technicians")).text).toContain("Not set");
    const accepted = (await manager.get<TechnicianJson>(`/api/technicians/${made.id}`)).json;
    const senior = await change(manager, accepted, { skillLevel: "senior" });
    expect(senior.json).toMatchObject({ skillLevel: "senior" });
    const stays = await change(manager, { ...accepted, version: accepted.version + 1 }, { firstName: "Niamh" });
    expect(stays.json).toMatchObject({ skillLevel: "senior" });
    const off = await change(manager, { ...accepted, version: accepted.version + 2 }, { skillLevel });
    expect(off.json).toMatchObject({ skillLevel: skillLevel === undefined ? "senior" : null });
  },
);

test("an invitation without a name creates the technician when it is accepted", async () => {
  const { manager } = await worker.business();
  const { email } = stranger();
  await invite(manager, { email, firstName: "", lastName: "" });
  const found = async () => (await manager.get<{ items: TechnicianJson[] }>("/api/technicians?search=nia")).json.items;
  expect(await found()).toEqual([]);
  await accept(email);
  expect(await found()).toMatchObject([{ fullName: "Nia Cole", status: "active" }]);
});

test.each([
  ["no email address", { email: undefined }, "email", "Please enter a valid email address"],
  ["an invalid email address", { email: "nia at home" }, "email", "Please enter a valid email address"],
  ["a rate above the limit", { hourlyRate: 501 }, "hourlyRate", "Hourly rate must be between $0 and $500"],
])("an invitation with %s is refused", async (_, fields, field, text) => {
  const { manager } = await worker.business();
  const answer = await invite(manager, fields);
  expect(answer).toMatchObject({ status: 400, json: { message: "Invalid invitation data provided" } });
  expect(answer.json.fields?.[field]).toEqual([text]);
});

test("an address that is in the business or has a pending invitation cannot be invited again", async () => {
  const { manager, technician } = await worker.business();
  const { email } = stranger();
  await invite(manager, { email });
  const text = "A user with this email already exists or has a pending invitation";
  expect(await invite(manager, { email })).toMatchObject({ status: 409, json: { message: text } });
  const known = await invite(manager, { email: `${technician.userId}@example.com` });
  expect(known).toMatchObject({ status: 409, json: { message: text } });
  expect(known.json.fields?.email).toEqual([text]);
});

test("inviting an existing technician's address updates that technician", async () => {
  const { manager } = await worker.business();
  const made = await setUpTechnician(manager, { skills: ["Boilers"], hourlyRate: 25 });
  expect((await invite(manager, { ...made, hourlyRate: undefined, skillLevel: "lead" })).status).toBe(201);
  const now = (await manager.get<TechnicianJson>(`/api/technicians/${made.id}`)).json;
  expect(now).toMatchObject({ skillLevel: "lead", hourlyRate: 25, skills: ["Boilers"] });
});

test("a resent invitation has a new link, and the old one no longer works", async () => {
  const { manager } = await worker.business();
  const { email, ip } = stranger();
  const made = await invite(manager, { email });
  const first = await linkToken(worker, email, "/auth/accept-invitation");
  expect((await act(manager, made.json.id, "resend")).status).toBe(200);
  await expect.poll(() => mailsTo(worker, email)).toHaveLength(2);
  const validate = (token: string) => worker.visitor().post("/api/auth/validate-invitation", { token }, ip);
  expect((await validate(first)).status).toBe(400);
  expect((await validate(await linkToken(worker, email, "/auth/accept-invitation"))).status).toBe(200);
});

test("a canceled invitation is removed, and so is its pending technician", async () => {
  const { manager } = await worker.business();
  const { email } = stranger();
  const made = await invite(manager, { email, firstName: "Oz", lastName: "Pike" });
  expect((await act(manager, made.json.id, "cancel")).status).toBe(200);
  expect((await pending(manager)).items).toEqual([]);
  const list = await manager.get<{ items: TechnicianJson[] }>("/api/technicians?status=pending_setup");
  expect(list.json.items).toEqual([]);
  expect((await invite(manager, { email })).status).toBe(201);
  expect((await manager.get<{ items: TechnicianJson[] }>("/api/technicians?search=oz")).json.items).toMatchObject([
    { status: "pending_setup" },
  ]);
});

test.each([
  ["resend", "Invitation cannot be resent"],
  ["cancel", "Invitation cannot be cancelled"],
] as const)("%s is refused once the invitation is canceled or accepted", async (what, text) => {
  const { manager } = await worker.business();
  const cancelled = await invite(manager, { email: stranger().email });
  await act(manager, cancelled.json.id, "cancel");
  expect(await act(manager, cancelled.json.id, what)).toMatchObject({ status: 400, json: { message: text } });
  const { email } = stranger();
  const accepted = await invite(manager, { email });
  await accept(email);
  expect(await act(manager, accepted.json.id, what)).toMatchObject({ status: 400, json: { message: text } });
});

test("another business's invitation returns the same 404 as an unknown one", async () => {
  const mine = await worker.business();
  const theirs = await worker.business();
  const made = await invite(theirs.manager, { email: stranger().email });
  for (const what of ["resend", "cancel"] as const) {
    const answers = await Promise.all([made.json.id, randomUUID(), "nothing"].map((id) => act(mine.manager, id, what)));
    expect(answers.map((one) => one.status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map((one) => one.text.replace(/"requestId":"[^"]*"/, ""))).size).toBe(1);
    expect(answers[0]?.json.message).toBe("Invitation not found");
  }
  expect((await pending(mine.manager)).items).toEqual([]);
});

test("a double click invites once, and the same key with another body is refused", async () => {
  const { manager } = await worker.business();
  const { email } = stranger();
  const key = { "idempotency-key": randomUUID() };
  const body = aTechnician({ email });
  const both = await Promise.all([1, 2].map(() => manager.post<{ id: string }>("/api/technicians/invite", body, key)));
  expect(new Set(both.map((one) => one.json.id)).size).toBe(1);
  expect((await manager.post("/api/technicians/invite", { ...body, hourlyRate: 10 }, key)).status).toBe(422);
});

test("the pending invitations page forward and back one page at a time", async () => {
  const { manager } = await worker.business();
  for (const firstName of ["Adalind", "Beatrix", "Cleopatra"]) {
    expect((await invite(manager, { email: stranger().email, firstName })).status).toBe(201);
  }
  const { pages, back } = await threePagesAndBack(manager, "/technicians/invitations");
  const shown = [...pages, back].map((page) => /Adalind|Beatrix|Cleopatra/.exec(page)?.[0]);
  expect(shown).toEqual(["Adalind", "Beatrix", "Cleopatra", "Beatrix"]);
});

test("resending and canceling an invitation stay on its page, and a page emptied since leads to the first", async () => {
  const { manager } = await worker.business();
  const made: string[] = [];
  for (const firstName of ["Adalind", "Beatrix"])
    made.push((await invite(manager, { email: stranger().email, firstName })).json.id);
  const first = (await manager.get("/technicians/invitations?limit=1")).text;
  const cursor = /invitations\?cursor=([^"&]+)/.exec(first)?.[1];
  const second = `/technicians/invitations?cursor=${cursor}`;
  for (const intent of ["resend", "cancel"]) {
    const { location } = await manager.submit(second, { intent, id: made[1] ?? "" });
    expect([intent, location]).toEqual([intent, second]);
  }
  expect((await manager.get(second)).location).toBe("/technicians/invitations");
});
