import { expect, test } from "vitest";
import { jpegOf, pngOf } from "#tests/support/pictures";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const settings = { intent: "save", version: "1", name: "North Wind", timeZone: "America/Denver" };

function organization(orgId: string) {
  return worker.db
    .prepare("SELECT name, time_zone, phone, logo_key, version FROM organizations WHERE id = ?")
    .bind(orgId)
    .first<Record<string, unknown>>();
}

function upload(who: Visitor, bytes: Uint8Array<ArrayBuffer>, type = "image/png", name = "logo.png") {
  const form = new FormData();
  form.set("intent", "logo");
  form.set("logo", new File([bytes], name, { type }));
  return who.send<never>("POST", "/settings", { body: form });
}

const png = pngOf(4, 3);

test("settings load in two round trips, and a save is logged and applies at once", async () => {
  const { orgId, admin, technician } = await worker.business();
  expect(databaseCosts(await admin.get("/settings")).calls).toBe(2);
  expect((await admin.submit("/settings", { ...settings, phone: "+1 218 555 0142" })).status).toBe(302);
  expect(await organization(orgId)).toMatchObject({
    name: "North Wind",
    time_zone: "America/Denver",
    phone: "+12185550142",
    version: 2,
  });
  expect((await technician.get<object>("/api/auth/profile")).json).toMatchObject({
    organization: { name: "North Wind", timeZone: "America/Denver" },
  });
  const audit = await worker.db
    .prepare("SELECT action, user_id FROM identity_audit_log WHERE entity_id = ?")
    .bind(orgId)
    .all();
  expect(audit.results).toEqual([{ action: "settings_saved", user_id: admin.userId }]);
});

test("a stale save shows both versions and keeps the user's input", async () => {
  const { orgId, admin } = await worker.business();
  await admin.submit("/settings", { ...settings, name: "Theirs First" });
  const late = await admin.submit("/settings", { ...settings, name: "Mine Second" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("Someone else changed the settings while you were editing");
  expect(late.text).toContain("Theirs First");
  expect(late.text).toContain("Mine Second");
  expect(await organization(orgId)).toMatchObject({ name: "Theirs First", version: 2 });
  expect((await admin.submit("/settings", { ...settings, name: "Mine Second", version: "2" })).status).toBe(302);
  expect(await organization(orgId)).toMatchObject({ name: "Mine Second", version: 3 });
});

test("a save that is sent again because its response was lost succeeds again", async () => {
  const { admin } = await worker.business("Twice Told");
  const sent = { ...settings, name: "Once Saved", idempotencyKey: "settings-sent-twice" };
  expect((await admin.submit("/settings", sent)).status).toBe(302);
  expect((await admin.submit("/settings", sent)).status).toBe(302);
});

test("when two saves arrive at once, one gets a conflict", async () => {
  const { admin } = await worker.business();
  const both = await Promise.all(["A", "B"].map((name) => admin.submit("/settings", { ...settings, name })));
  expect(both.map((answer) => answer.status).sort()).toEqual([302, 409]);
});

const forms: [string, (who: Visitor) => Promise<{ status: number; location: string | null }>][] = [
  ["saving", (who) => who.submit("/settings", settings)],
  ["uploading a logo", (who) => upload(who, png)],
  ["removing the logo", (who) => who.submit("/settings", { intent: "removeLogo" })],
];

test.each(forms)("%s needs system.admin", async (_, submit) => {
  const { orgId, manager, technician } = await worker.business();
  const before = await organization(orgId);
  for (const who of [manager, technician, await worker.household()]) expect((await submit(who)).status).toBe(403);
  expect((await submit(worker.visitor())).location).toMatch(/^\/login/);
  expect(await organization(orgId)).toEqual(before);
  const trusted = await worker.member(orgId, "Manager", ["system.admin"]);
  expect((await submit(trusted)).status).toBe(302);
});

test("the screen needs system.admin", async () => {
  const { manager, technician } = await worker.business();
  for (const who of [manager, technician, await worker.household()]) {
    const refused = await who.get("/settings");
    expect(refused.status).toBe(403);
    // No links to the other sections either.
    expect(refused.text).not.toContain("API keys");
  }
  expect((await worker.visitor().get("/settings")).location).toBe("/login?from=%2Fsettings");
});

test.each([
  ["name", ""],
  ["timeZone", "Mars/Olympus"],
  ["email", "nobody"],
])("%s of %j is refused and nothing is saved", async (field, value) => {
  const { orgId, admin } = await worker.business();
  const before = await organization(orgId);
  expect((await admin.submit("/settings", { ...settings, [field]: value })).status).toBe(400);
  expect(await organization(orgId)).toEqual(before);
});

test.each([
  ["of more than 50 megapixels", pngOf(60_000, 60_000)],
  ["that is truncated", png.slice(0, -1)],
  ["that is text", new TextEncoder().encode("<svg onload='alert(1)'/>")],
])("a logo %s is refused, and the previous one stays", async (_, bytes) => {
  const { orgId, admin } = await worker.business();
  await upload(admin, png);
  const before = await organization(orgId);
  expect((await upload(admin, bytes)).status).toBe(400);
  expect(await organization(orgId)).toEqual(before);
});

test("a 10 MB logo is rejected with the limit, and the previous logo stays", async () => {
  const { orgId, admin } = await worker.business();
  await upload(admin, png);
  const before = await organization(orgId);
  const large = new Uint8Array(10_000_000);
  large.set(png);
  const answer = await upload(admin, large);
  expect(answer.status).toBe(413);
  expect(answer.text).toContain("The picture is larger than 200 KB");
  expect(await organization(orgId)).toEqual(before);
});

test("a logo can be uploaded, replaced and removed, and is served only to its business", async () => {
  const { orgId, admin, technician } = await worker.business();
  const other = await worker.business("Other Air");
  const address = `/settings/logo/${orgId}`;
  expect((await technician.get(address)).status).toBe(404);
  expect((await upload(admin, png, "text/html", "evil.html")).status).toBe(302);
  const served = await technician.get(address);
  expect(served.status).toBe(200);
  expect(served.headers.get("content-type")).toBe("image/png");
  expect(served.headers.get("x-content-type-options")).toBe("nosniff");

  const answers = [await other.admin.get(address), await other.admin.get(`/settings/logo/${crypto.randomUUID()}`)];
  expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
  expect((await worker.visitor().get(address)).location).toContain("/login");

  const before = await organization(orgId);
  await upload(admin, jpegOf(4, 3), "image/png");
  expect((await technician.get(address)).headers.get("content-type")).toBe("image/jpeg");
  expect((await organization(orgId))?.logo_key).not.toBe(before?.logo_key);

  expect((await admin.submit("/settings", { intent: "removeLogo" })).status).toBe(302);
  expect((await technician.get(address)).status).toBe(404);
});

test.each([
  ["an SVG image", new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"), 400],
  ["an HTML page", new TextEncoder().encode("<!doctype html><script>1</script>"), 400],
  ["an empty file", new Uint8Array(), 400],
  ["a picture over 200 KB", new Uint8Array([...png, ...new Uint8Array(200 * 1024)]), 413],
  ["a file of ten megabytes", new Uint8Array(10_000_000), 413],
])("%s is refused as a logo", async (_, bytes, status) => {
  const { orgId, admin } = await worker.business();
  expect((await upload(admin, bytes)).status).toBe(status);
  expect((await organization(orgId))?.logo_key).toBeNull();
});

test("US time zones are listed first, and every zone once", async () => {
  const { admin } = await worker.business();
  const { text } = await admin.get("/settings");
  const zones = [...text.matchAll(/<option[^>]* value="([A-Z][^"]*\/[^"]*)"|<option value="([A-Z][^"]*\/[^"]*)"/g)].map(
    (m) => m[1] ?? m[2],
  );
  expect(zones.slice(0, 4)).toEqual(["America/New_York", "America/Chicago", "America/Denver", "America/Phoenix"]);
  expect(zones.length).toBeGreaterThan(300);
  expect(new Set(zones).size).toBe(zones.length);
});

test.each([
  ["/settings", "Business"],
  ["/settings/delete", "Business"],
  ["/settings/billing/tax-rates/new", "Billing"],
  ["/settings/api-keys/new", "API keys"],
  ["/settings/export", "Data export"],
  ["/settings/export/restore", "Data export"],
])("at %s the tab %s is the current one", async (path, tab) => {
  const { admin } = await worker.business();
  const { text } = await admin.get(path);
  const tabs = text.match(/<nav[^>]*aria-label="Settings"[\s\S]*?<\/nav>/)?.[0] ?? "";
  const current = [...tabs.matchAll(/<a [^>]*aria-current="page"[^>]*>([^<]*)/g)].map(([, label]) => label);
  expect(current).toEqual([tab]);
});

test("message settings that someone else changed keep what was typed and can be saved again", async () => {
  const { admin } = await worker.business("Typed Twice");
  const { templates } = (await admin.get<{ templates: Record<string, string> }>("/api/message-settings")).json;
  const typed = Object.entries(templates).map(([name, text]) => [`templates.${name}`, text] as const);
  const form = { version: "0", quietFrom: "20:00", quietTo: "07:00", ...Object.fromEntries(typed) };
  expect((await admin.submit("/settings/messages", form)).status).toBe(302);
  const late = await admin.submit("/settings/messages", { ...form, quietTo: "06:30" });
  expect(late.status).toBe(409);
  for (const text of ["Save again to replace", 'name="version" value="1"', 'value="06:30"'])
    expect(late.text).toContain(text);
  expect((await admin.submit("/settings/messages", { ...form, version: "1", quietTo: "06:30" })).status).toBe(302);
});
