import { expect, test } from "vitest";
import { hourAhead } from "#tests/support/clock";
import { openedEarlier } from "#tests/support/opened-form";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const guest = worker.visitor();

interface Form {
  enabled: boolean;
  url: string | null;
  version: number;
}

const texts = { heading: "Request an estimate", thanks: "Thank you." };

async function turnedOn(by: Visitor): Promise<string> {
  const { version } = (await by.get<Form>("/api/lead-form")).json;
  const saved = await by.put<Form>("/api/lead-form", { ...texts, enabled: true, version });
  if (saved.status !== 200) throw new Error(saved.text);
  return new URL(saved.json.url ?? "").pathname;
}

const startedIn = (html: string) => /name="started" value="([^"]+)"/.exec(html)?.[1] ?? "";
const basic = { name: "Web Person", phone: "(414) 555-7001", need: "No heat upstairs" };

async function leadsOf(id: string) {
  const { results } = await worker.db
    .prepare("SELECT name, source, stage, line1 FROM leads WHERE org_id = ? ORDER BY number")
    .bind(id)
    .all<{ name: string; source: string; stage: string; line1: string | null }>();
  return results;
}

test("the form is public, embeddable and creates one lead even when sent twice", async () => {
  const path = await turnedOn(admin);
  const page = await guest.get(path);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors *");
  expect(page.headers.get("x-frame-options")).toBeNull();
  expect((await guest.get("/login")).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  const started = await openedEarlier(startedIn(page.text), 2000);
  for (let n = 0; n < 2; n += 1) {
    const answer = await guest.submit(path, { ...basic, started });
    expect(answer.status).toBe(302);
  }
  expect(await leadsOf(orgId)).toEqual([{ name: "Web Person", source: "web_form", stage: "new", line1: null }]);
});

test("a form that was gone back to and sent with other answers says so, and creates another lead when sent again", async () => {
  const { admin: own, orgId: id } = await worker.business();
  const path = await turnedOn(own);
  const started = await openedEarlier(startedIn((await guest.get(path)).text), 2000);
  expect((await guest.submit(path, { ...basic, started })).status).toBe(302);
  const corrected = { ...basic, phone: "(414) 555-7002" };
  const refused = await guest.submit(path, { ...corrected, started });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("This form was sent already. Send it again to send what is different now.");
  expect(refused.text).toContain("(414) 555-7002");
  const again = await openedEarlier(startedIn(refused.text), 2000);
  expect((await guest.submit(path, { ...corrected, started: again })).status).toBe(302);
  expect(await leadsOf(id)).toHaveLength(2);
});

test("spam creates no lead: a filled hidden field, a too quick submission or a forged timestamp", async () => {
  const { admin: own, orgId: id } = await worker.business();
  const path = await turnedOn(own);
  // However late it arrives.
  const started = await openedEarlier(startedIn((await guest.get(path)).text), -60_000);
  expect((await guest.submit(path, { ...basic, started })).status).toBe(400);
  expect((await guest.submit(path, { ...basic, started: "forged.token" })).status).toBe(400);
  expect((await guest.submit(path, { ...basic, started, website: "https://spam.example" })).status).toBe(302);
  expect(await leadsOf(id)).toEqual([]);
});

test("invalid input gets field errors and keeps what was typed", async () => {
  const path = await turnedOn(admin);
  const answer = await guest.submit(path, { name: "", phone: "1", need: "AC hums", started: "x.y" });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("Name is required");
  expect(answer.text).toContain("AC hums");
});

test("too many submissions get a 429 and create no lead", async () => {
  const { admin: own, orgId: id } = await worker.business();
  const path = await turnedOn(own);
  await hourAhead();
  const hour = Math.floor(Date.now() / 3_600_000) * 3600;
  const started = startedIn((await guest.get(path)).text);
  await worker.db
    .prepare("INSERT INTO usage_counts (owner, name, window_start, count) VALUES (?, 'lead_form', ?, 60)")
    .bind(`org:${id}`, hour)
    .run();
  const answer = await guest.submit(path, { ...basic, started: await openedEarlier(started, 2000) });
  expect(answer.status).toBe(429);
  expect(await leadsOf(id)).toEqual([]);
});

test("one IPv6 network cannot use up the submissions of a business", async () => {
  const { admin: own, orgId: id } = await worker.business();
  const path = await turnedOn(own);
  const send = async (ip: string) => {
    const opened = startedIn((await guest.get(path, { headers: { "cf-connecting-ip": ip } })).text);
    const fields = { ...basic, started: await openedEarlier(opened, 2000) };
    return (await guest.submit(path, fields, { "cf-connecting-ip": ip })).status;
  };
  const statuses: number[] = [];
  // The hour may end meanwhile, after which as many pass again.
  for (let host = 1; host <= 45; host += 1) statuses.push(await send(`2001:db8:7:1::${host}`));
  expect(statuses).toContain(429);
  expect((await leadsOf(id)).length).toBeLessThan(45);
  // One of them may by chance share the network's count.
  const others = await Promise.all(["4", "5", "6"].map((network) => send(`2001:db8:7:${network}::1`)));
  expect(others).toContain(302);
});

test("a flood from one IPv6 network gets a 429, on the form and on links", async () => {
  const path = await turnedOn(admin);
  // Sixty a minute pass, so some of these exceed the limit wherever the next minute starts.
  const hosts = Array.from({ length: 140 }, (_, host) => ({
    "cf-connecting-ip": `2001:db8:7:3::${host.toString(16)}`,
  }));
  const link = `/s/${"x".repeat(43)}`;
  for (const ask of [
    (from: Record<string, string>) => guest.submit(path, { ...basic, started: "x.y" }, from),
    (from: Record<string, string>) => guest.get(link, { headers: from }),
  ]) {
    const answers = await Promise.all(hosts.map(ask));
    const held = answers.filter((answer) => answer.status === 429 && answer.headers.get("retry-after") === "60");
    expect(held.length).toBeGreaterThanOrEqual(10);
  }
});

test("a disabled form and an old address return 404", async () => {
  const path = await turnedOn(admin);
  const { version } = (await admin.get<Form>("/api/lead-form")).json;
  const moved = await admin.put<Form>("/api/lead-form", { ...texts, enabled: true, newAddress: true, version });
  expect((await guest.get(path)).status).toBe(404);
  const now = new URL(moved.json.url ?? "").pathname;
  expect((await guest.get(now)).status).toBe(200);
  await admin.put("/api/lead-form", { ...texts, enabled: false, version: moved.json.version });
  expect((await guest.get(now)).status).toBe(404);
  expect((await guest.get(`/f/${"x".repeat(43)}`)).status).toBe(404);
});

test("of two first saves of the form at once, one gets a conflict", async () => {
  const { admin } = await worker.business();
  const save = () => admin.put("/api/lead-form", { ...texts, enabled: true, version: 0 });
  const answers = await Promise.all([save(), save(), save()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test("only lead managers can change the form, and of two changes the second gets a conflict", async () => {
  expect((await technician.get("/api/lead-form")).status).toBe(403);
  const { version } = (await manager.get<Form>("/api/lead-form")).json;
  expect((await manager.put("/api/lead-form", { ...texts, enabled: true, version })).status).toBe(200);
  expect((await admin.put("/api/lead-form", { ...texts, enabled: true, version })).status).toBe(409);
});
