import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  draft,
  type EstimateJson,
  type LeadJson,
  made,
  mail,
  type Refused,
  sent,
  signature,
} from "#tests/support/estimates";
import { listen } from "#tests/support/live";
import { mailsTo } from "#tests/support/mailbox";
import { pageText } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";
import { formatLongDate } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const { admin } = await worker.business();
const guest = worker.visitor();
const sign = (token: string, body: object) =>
  guest.post<EstimateJson & Refused>(`/api/signed/estimates/${token}/approve`, body);

test("a customer's choice and signature are stored with IP address and document hash", async () => {
  const estimate = await sent(admin);
  const page = await guest.get(`/s/estimate/${estimate.token}`);
  expect(page.status).toBe(200);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(page.headers.get("x-robots-tag")).toContain("noindex");
  const answer = await sign(estimate.token, signature(estimate, { chosen: [3] }));
  expect(answer.status).toBe(200);
  // 5,212.49 with the thermostat; 5.5% of 4,450.49 = 244.78.
  expect(answer.json).toMatchObject({
    state: "approved",
    approval: { option: 2, total: 5457.27, signerName: "Ana Ortega" },
  });
  const { json } = await admin.get<EstimateJson>(`/api/estimates/${estimate.id}`);
  expect(json.approval).toMatchObject({ documentHash: estimate.documentHash });
  expect(json.approval?.ip).not.toBe("");
});

test("an approved estimate's page shows which optional lines were chosen", async () => {
  for (const { chosen, shown } of [
    { chosen: [3], shown: "Chosen" },
    { chosen: [], shown: "Not chosen" },
  ]) {
    const estimate = await sent(admin);
    const page = async () => pageText((await guest.get(`/s/estimate/${estimate.token}`)).text);
    expect(await page()).not.toMatch(/chosen/i);
    expect((await sign(estimate.token, signature(estimate, { chosen }))).status).toBe(200);
    expect(await page()).toMatch(new RegExp(`Smart thermostat\\$249\\.99${shown}\\b`));
  }
});

test("missing or invalid values in an approval are rejected", async () => {
  const estimate = await sent(admin);
  const { token } = estimate;
  expect((await sign(token, signature(estimate, { signerName: " " }))).json.fields?.signerName).toBeDefined();
  expect((await sign(token, signature(estimate, { agreed: false }))).json.fields?.agreed).toEqual([
    "Tick the box to approve",
  ]);
  expect((await sign(token, signature(estimate, { option: 3 }))).json.fields?.option).toEqual(["Choose an option"]);
  expect((await sign(token, signature(estimate, { chosen: [1] }))).json.fields?.chosen).toEqual([
    "Choose from the list",
  ]);
  expect((await sign(token, signature(estimate, { strokes: "<script>" }))).json.fields?.strokes).toBeDefined();
  expect((await sign(token, signature(estimate, { documentHash: "0".repeat(64) }))).status).toBe(400);
  expect((await sign("x".repeat(43), signature(estimate))).status).toBe(404);
});

test("approving in several tabs counts once, and a different choice afterward is rejected", async () => {
  const estimate = await sent(admin);
  const answers = await Promise.all([1, 2, 3].map(() => sign(estimate.token, signature(estimate))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await sign(estimate.token, signature(estimate, { option: 1 }))).status).toBe(409);
  const { results } = await worker.db
    .prepare("SELECT option_position FROM estimate_approvals WHERE estimate_id = ?")
    .bind(estimate.id)
    .all();
  expect(results).toHaveLength(1);
});

test("an approval with other extras than those already approved is rejected with what was approved", async () => {
  const estimate = await sent(admin);
  expect((await sign(estimate.token, signature(estimate, { chosen: [3] }))).status).toBe(200);
  expect((await sign(estimate.token, signature(estimate, { chosen: [3, 3] }))).status).toBe(200);
  const other = await sign(estimate.token, signature(estimate));
  expect([other.status, other.json.message]).toEqual([
    409,
    "Ana Ortega already approved this estimate: Better with Smart thermostat, $5,457.27. Contact the business to change it.",
  ]);
  const plain = await sent(admin);
  const answers = await Promise.all([[], [3]].map((chosen) => sign(plain.token, signature(plain, { chosen }))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a revision cannot be sent once an earlier version is approved", async () => {
  const to = "late.revision@example.com";
  const first = await sent(admin, { email: to });
  const next = await made<EstimateJson>(admin, `/estimates/${first.id}/revise`);
  expect((await sign(first.token, signature(first, { option: 1 }))).status).toBe(200);
  const before = (await admin.get<LeadJson>(`/api/leads/${first.leadId}`)).json;
  const refused = await admin.post<Refused>(`/api/estimates/${next.id}/send`, { ...mail, to, version: next.version });
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "The customer has already approved an earlier version. Delete this draft, and create a new estimate for any other work.",
  ]);
  expect((await admin.get<LeadJson>(`/api/leads/${first.leadId}`)).json).toEqual(before);
  expect((await admin.get<EstimateJson>(`/api/estimates/${next.id}`)).json.status).toBe("draft");
  expect(await mailsTo(worker, to)).toEqual([]);
  expect((await admin.delete(`/api/estimates/${next.id}`)).status).toBe(204);
});

test("declined, withdrawn and replaced estimates cannot be approved, and an expired one cannot be sent", async () => {
  const declined = await sent(admin);
  const decline = (token: string, reason: string) =>
    guest.post<Refused & EstimateJson>(`/api/signed/estimates/${token}/decline`, { reason });
  expect((await decline(declined.token, "")).status).toBe(400);
  expect((await decline(declined.token, "Too expensive")).json.state).toBe("declined");
  expect((await sign(declined.token, signature(declined))).status).toBe(409);

  const withdrawn = await sent(admin);
  await made(admin, `/estimates/${withdrawn.id}/withdraw`);
  expect((await sign(withdrawn.token, signature(withdrawn))).status).toBe(409);
  expect((await guest.get(`/s/estimate/${withdrawn.token}`)).text).toContain("This estimate was withdrawn");

  const first = await sent(admin);
  const next = await made<EstimateJson>(admin, `/estimates/${first.id}/revise`);
  expect((await made<EstimateJson>(admin, `/estimates/${first.id}/revise`)).id).toBe(next.id);
  const second = await made<EstimateJson>(admin, `/estimates/${next.id}/send`, { ...mail, version: next.version });
  expect(second.reference).toBe(`${first.reference}-2`);
  expect((await sign(first.token, signature(first))).status).toBe(409);
  expect((await admin.get<EstimateJson>(`/api/estimates/${first.id}`)).json.status).toBe("superseded");

  const late = await draft(admin, {}, { validUntil: "2020-01-31" });
  const refused = await admin.post<Refused>(`/api/estimates/${late.id}/send`, { ...mail, version: late.version });
  expect(refused.json.fields?.validUntil).toBeDefined();
});

test("an estimate can be approved on its last valid day in the business's time zone, and not the day after", async () => {
  const { admin: own, orgId: ownOrgId } = await worker.business();
  const setZone = (zone: string) =>
    worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zone, ownOrgId).run();
  // Their clocks are 25 hours apart, so that it is always at least the next day in the second zone.
  const [first, last] = ["Pacific/Pago_Pago", "Pacific/Kiritimati"];
  await setZone(first);
  const validUntil = wallTimeOf(Date.now() + 60_000, first).date;
  const expired = await sent(own, {}, { validUntil });
  await setZone(last);
  const refused = await sign(expired.token, signature(expired));
  expect([refused.status, refused.json.message]).toEqual([409, "This estimate has expired. Please ask for a new one."]);
  expect((await own.get<EstimateJson>(`/api/estimates/${expired.id}`)).json).toMatchObject({
    ...{ status: "sent", state: "expired", approval: null },
  });
  const page = pageText((await guest.get(`/s/estimate/${expired.token}`)).text);
  expect(page).toContain(`This estimate expired on ${formatLongDate(validUntil)}. Please ask for a new one.`);
  expect(page).not.toContain("Approve");
  const lead = (await own.get<LeadJson>(`/api/leads/${expired.leadId}`)).json;
  expect(lead.activity.map(({ kind }) => kind)).not.toContain("estimate_approved");
  await setZone(first);
  expect((await sign(expired.token, signature(expired))).json.state).toBe("approved");
});

test("an answer adds a to-do and emails the business, once", async () => {
  const own = await worker.business();
  const to = "answers@example.com";
  await worker.db.prepare("UPDATE organizations SET email = ? WHERE id = ?").bind(to, own.orgId).run();
  const todos = async () => {
    const { json } = await own.admin.get<{ items: { title: string; dueOn: string; subject: { id: string } | null }[] }>(
      "/api/todos?list=unassigned",
    );
    return json.items.map(({ title, subject }) => ({ title, id: subject?.id }));
  };
  const connection = await listen(worker, own.admin);
  const approved = await sent(own.admin);
  await Promise.all([1, 2].map(() => sign(approved.token, signature(approved))));
  const first = { title: `${approved.reference} approved by Ana Ortega: Better, $5,193.53`, id: approved.id };
  expect(await todos()).toEqual([first]);
  const declined = await sent(own.admin, { name: "Bo Hale" });
  for (let n = 0; n < 2; n += 1)
    await guest.post(`/api/signed/estimates/${declined.token}/decline`, { reason: "Too expensive" });
  const second = { title: `${declined.reference} declined by Bo Hale`, id: declined.id };
  expect(await todos()).toEqual([first, second]);
  await expect
    .poll(async () => (await mailsTo(worker, to)).map(({ subject }) => subject))
    .toEqual([`${declined.reference} was declined`, `${approved.reference} was approved`]);
  const [mailed] = await mailsTo(worker, to);
  expect(mailed?.text).toContain("Too expensive");
  expect(mailed?.links).toEqual([expect.stringContaining(`/estimates/${declined.id}`)]);
  const heard = () => connection.frames.flatMap((frame) => (frame.type === "event" ? [frame.event.kind] : []));
  await expect.poll(heard).toEqual(["todo", "todo"]);
  connection.close();
});

test("guessed links and links for something else open nothing, and repeated guesses are rate limited", async () => {
  const estimate = await sent(admin);
  const stranger = { "cf-connecting-ip": "203.0.113.71" };
  const guessed = [randomBytes(32).toString("base64url"), "abc", `${estimate.token.slice(0, -1)}_`, estimate.id];
  for (const token of guessed) {
    const answers = [
      await guest.get(`/s/estimate/${token}`, { headers: stranger }),
      await guest.get(`/s/estimate/${token}/pdf`, { headers: stranger }),
      await guest.get(`/api/signed/estimates/${token}`, { headers: stranger }),
      await guest.post(`/api/signed/estimates/${token}/approve`, signature(estimate), stranger),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
  expect((await guest.get(`/s/${estimate.token}`, { headers: stranger })).status).toBe(404);
  expect((await guest.get(`/s/visit/${estimate.token}`, { headers: stranger })).status).toBe(404);
  const guess = (at: string) => guest.get(`${at}/${randomBytes(32).toString("base64url")}`, { headers: stranger });
  const untilHeld = async () => {
    let held = await guess("/api/signed/estimates");
    // Sixty a minute pass, so some of these exceed the limit wherever the next minute starts.
    for (let tries = 0; held.status === 404 && tries < 140; tries += 1) held = await guess("/api/signed/estimates");
    return held;
  };
  let [held, page] = [await untilHeld(), await guess("/s/estimate")];
  // The next minute started between the two.
  if (page.status !== 429) [held, page] = [await untilHeld(), await guess("/s/estimate")];
  expect([held.status, held.headers.get("retry-after"), page.status]).toEqual([429, "60", 429]);
  expect((await admin.get<EstimateJson>(`/api/estimates/${estimate.id}`)).json.state).toBe("sent");
  const own = await guest.get(`/s/estimate/${estimate.token}`, { headers: { "cf-connecting-ip": "203.0.113.72" } });
  expect(own.status).toBe(200);
  expect(own.headers.get("referrer-policy")).toBe("no-referrer");
  expect(own.headers.get("x-robots-tag")).toContain("noindex");
});

test("a revoked link no longer works", async () => {
  const estimate = await sent(admin);
  await admin.post(`/api/estimates/${estimate.id}/revoke-links`);
  expect((await guest.get(`/s/estimate/${estimate.token}`)).status).toBe(404);
});
