import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem } from "#tests/support/inventory";
import { pageText } from "#tests/support/page-text";
import { textOfPdf } from "#tests/support/pdf-text";
import { addCustomer } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { Layout } from "~/domain/designs/layout";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const other = await worker.business();
const site = await addCustomer(worker, orgId, "Rosa Ortega");

interface DesignJson {
  id: string;
  title: string;
  siteAddressId: string | null;
  layout: Layout;
  version: number;
  estimateId: string | null;
  findings?: { check: string }[];
}
interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
  current?: DesignJson;
}

async function add(fields: object = {}): Promise<DesignJson> {
  const body = { title: "Upstairs", template: "split_system", siteAddressId: site.siteAddressId, ...fields };
  const answer = await admin.post<DesignJson>("/api/designs", body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

const changeOf = ({ title, siteAddressId, layout, version }: DesignJson) => ({ title, siteAddressId, layout, version });
const withAirflow = (layout: Layout, id: string, airflow: number): Layout => ({
  ...layout,
  parts: layout.parts.map((part) => (part.id === id ? { ...part, airflow } : part)),
});

test("when two people save a layout, the second gets a conflict, and neither version is lost", async () => {
  const made = await add();
  const first = { ...changeOf(made), layout: withAirflow(made.layout, "room-0", 210) };
  expect((await manager.put(`/api/designs/${made.id}`, first)).status).toBe(200);
  const second = { ...changeOf(made), layout: withAirflow(made.layout, "room-1", 160) };
  const refused = await admin.put<Refused>(`/api/designs/${made.id}`, second);
  expect([refused.status, refused.json.code, refused.json.current?.version]).toEqual([409, "conflict", 2]);
  expect(refused.json.current?.layout.parts.find(({ id }) => id === "room-0")?.airflow).toBe(210);
  expect((await admin.put(`/api/designs/${made.id}`, { ...second, version: 2 })).status).toBe(200);
  const { json } = await admin.get<{ items: { version: number }[] }>(`/api/designs/${made.id}/versions`);
  expect(json.items.map(({ version }) => version)).toEqual([3, 2, 1]);
  const theirs = await admin.get<{ layout: Layout }>(`/api/designs/${made.id}/versions/2`);
  expect(theirs.json.layout.parts.find(({ id }) => id === "room-0")?.airflow).toBe(210);
});

test("of twelve saves of one version at once, one succeeds and the others get a conflict", async () => {
  const made = await add();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      admin.put(`/api/designs/${made.id}`, { ...changeOf(made), layout: withAirflow(made.layout, "room-0", n) }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  const now = await admin.get<DesignJson>(`/api/designs/${made.id}`);
  expect(now.json.version).toBe(2);
});

test("restoring an older version adds it as the newest, and saved versions cannot change", async () => {
  const made = await add();
  await admin.put(`/api/designs/${made.id}`, { ...changeOf(made), layout: { parts: [], links: [] } });
  const back = await admin.post<DesignJson>(`/api/designs/${made.id}/restore-version`, { from: 1, version: 2 });
  expect([back.status, back.json.version, back.json.layout.parts.length]).toEqual([200, 3, made.layout.parts.length]);
  const change = worker.db.prepare("UPDATE design_versions SET title = 'x' WHERE design_id = ?").bind(made.id).run();
  await expect(change).rejects.toThrow(/history_append_only/);
});

test("restoring a version after someone else saved shows why it is refused", async () => {
  const made = await add();
  expect((await manager.put(`/api/designs/${made.id}`, { ...changeOf(made), title: "Theirs" })).status).toBe(200);
  const stale = await admin.submit(`/designer/${made.id}/versions`, { from: "1", version: "1" });
  expect([stale.status, pageText(stale.text)]).toEqual([409, expect.stringContaining("Someone else just changed")]);
});

test("a design becomes an estimate for the property's customer, with catalog items at their prices", async () => {
  const item = await addItem(admin, { name: "80,000 Btu/h furnace", listPrice: 1450 });
  const made = await add();
  const layout = {
    ...made.layout,
    parts: made.layout.parts.map((part) => (part.id === "furnace" ? { ...part, itemId: item.id } : part)),
  };
  await admin.put(`/api/designs/${made.id}`, { ...changeOf(made), layout });
  const drafted = await admin.post<{ id: string }>(`/api/designs/${made.id}/estimate`, {});
  expect([drafted.status, drafted.text.slice(0, 200)]).toEqual([201, drafted.text.slice(0, 200)]);
  const estimate = await admin.get(`/api/estimates/${drafted.json.id}`);
  expect(estimate.text).toContain("80,000 Btu/h furnace");
  expect(estimate.text).toContain("1450");
  expect(estimate.text).toContain("Supply register");
  expect((await admin.get<DesignJson>(`/api/designs/${made.id}`)).json.estimateId).toBe(drafted.json.id);
  const homeless = await add({ siteAddressId: null });
  const refused = await admin.post<Refused>(`/api/designs/${homeless.id}/estimate`, {});
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "Choose the property first: an estimate goes to its customer.",
  ]);
});

test("a layout with more materials than an estimate has lines is refused instead of cut off", async () => {
  const made = await add();
  const part = made.layout.parts.find(({ kind }) => kind === "thermostat") ?? made.layout.parts[0];
  const parts = Array.from({ length: 201 }, (_, n) => ({
    ...part,
    id: `sensor-${n}`,
    label: `Sensor ${n}`,
    tons: null,
  }));
  const layout = { parts: parts.map((one) => ({ ...one, kind: "thermostat" })), links: [] };
  expect((await admin.put(`/api/designs/${made.id}`, { ...changeOf(made), layout })).status).toBe(200);
  const refused = await admin.post<Refused>(`/api/designs/${made.id}/estimate`, {});
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "The layout has 201 different materials, and an estimate has at most 200 lines. Give equal parts the same label.",
  ]);
  const fewer = { parts: layout.parts.slice(1), links: [] };
  await admin.put(`/api/designs/${made.id}`, { ...changeOf(made), layout: fewer, version: 2 });
  expect((await admin.post(`/api/designs/${made.id}/estimate`, {})).status).toBe(201);
});

test("the versions dialog says when it lists only the latest", async () => {
  const made = await add();
  const copy = worker.db
    .prepare(
      `INSERT INTO design_versions (org_id, design_id, version, title, layout, saved_by, saved_at)
       SELECT v.org_id, v.design_id, n.value, v.title, v.layout, v.saved_by, v.saved_at FROM design_versions v
       CROSS JOIN json_each(?2) n WHERE v.org_id = ?3 AND v.design_id = ?1 AND v.version = 1`,
    )
    .bind(made.id, JSON.stringify(Array.from({ length: 50 }, (_, n) => n + 2)), orgId);
  const shown = async () => pageText((await admin.get(`/designer/${made.id}/versions`)).text);
  expect(await shown()).not.toContain("Only the latest");
  await copy.run();
  expect(await shown()).toContain("Only the latest 50 versions are listed.");
});

test("the PDF and the picture are separate files, and the checks report what is missing", async () => {
  const made = await add();
  await admin.put(`/api/designs/${made.id}`, {
    ...changeOf(made),
    layout: { ...made.layout, links: made.layout.links.filter(({ kind }) => kind !== "return") },
  });
  const pdf = await admin.get(`/api/designs/${made.id}/pdf`);
  expect(pdf.status).toBe(200);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  const picture = await admin.get(`/api/designs/${made.id}/picture`);
  expect(picture.text).toContain("<svg");
  expect(picture.text).toContain("Living room");
  const { json } = await admin.get<DesignJson>(`/api/designs/${made.id}`);
  expect(json.findings?.map(({ check }) => check)).toContain("returns");
});

test("a design's PDF lists its equipment with sizes, every run and all materials", async () => {
  const { id, layout } = await add({ title: "Upstairs system" });
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const file = await fetch(new URL(`/api/designs/${id}/pdf`, worker.url), { headers: { cookie } });
  const pages = await textOfPdf(await file.arrayBuffer());
  const text = pages.flat().join(" ").replace(/\s+/g, " ");
  for (const { label } of layout.parts) expect(text).toContain(label);
  for (const words of ["Rosa Ortega", "Upstairs system", "800 cfm · 2 ton", "Furnace, 2 ton", "nothing found"])
    expect(text).toContain(words);
  for (const run of [
    "Furnace to Supply plenum Supply duct 20 × 10 in 8 800",
    "Furnace to Hall return Return duct 20 × 12 in 12 800",
  ])
    expect(text).toContain(run);
});

test.each<[string, (layout: Layout) => unknown, string]>([
  [
    "a connection to a missing part",
    (l) => ({ ...l, links: [{ ...l.links[0], to: "gone" }] }),
    "A connection leads to a part that doesn't exist",
  ],
  [
    "two parts with the same id",
    (l) => ({ ...l, parts: [...l.parts, l.parts[0]] }),
    "Two parts of the layout have the same id",
  ],
  ["a negative airflow", (l) => withAirflow(l, "room-0", -1), "Enter 0 or more"],
  ["an unknown kind", (l) => ({ parts: [{ ...l.parts[0], kind: "rocket" }], links: [] }), "Unknown kind of part"],
])("%s is rejected with a reason, and nothing is saved", async (_name, spoil, message) => {
  const made = await add();
  const refused = await admin.put<Refused>(`/api/designs/${made.id}`, {
    ...changeOf(made),
    layout: spoil(made.layout),
  });
  expect(refused.status).toBe(400);
  expect(Object.values(refused.json.fields ?? {}).flat()).toContain(message);
  expect((await admin.get<DesignJson>(`/api/designs/${made.id}`)).json.version).toBe(1);
});

test("a user without write access to equipment can only view designs, and another business finds none", async () => {
  const made = await add();
  expect((await technician.get(`/api/designs/${made.id}`)).status).toBe(200);
  expect((await technician.put(`/api/designs/${made.id}`, changeOf(made))).status).toBe(403);
  expect((await technician.get("/designer/new")).status).toBe(403);
  for (const path of ["", "/versions", "/versions/1", "/picture", "/pdf"])
    expect((await other.admin.get(`/api/designs/${made.id}${path}`)).status).toBe(404);
  const stolen = await other.admin.post<Refused>("/api/designs", { title: "Mine", siteAddressId: site.siteAddressId });
  expect([stolen.status, stolen.json.fields?.siteAddressId]).toEqual([400, ["Choose a property from the list"]]);
});

test("a deleted design leaves the lists and can be restored", async () => {
  const made = await add({ title: "Garage unit heater" });
  expect((await admin.send("DELETE", `/api/designs/${made.id}`, {})).status).toBe(204);
  expect((await admin.get("/api/designs?limit=100")).text).not.toContain(made.id);
  expect((await admin.get(`/api/designs/${made.id}`)).status).toBe(404);
  expect((await admin.post(`/api/designs/${made.id}/restore`, {})).status).toBe(200);
  expect((await admin.get("/api/designs?limit=100")).text).toContain(made.id);
});

test("the screen shows parts, checks and versions without JavaScript, and no footer", async () => {
  const made = await add();
  const page = await admin.get(`/designer/${made.id}`);
  expect(page.text).toContain("Living room");
  expect(page.text).toContain("Nothing found");
  expect(page.text).not.toContain("<footer");
  expect((await admin.get(`/designer/${made.id}/versions`)).text).toContain("Version 1");
});

test("an estimate is for the design's own property, not another property of the customer", async () => {
  const address = { type: "service", line1: "77 Cabin Road", city: "Cedarburg", state: "WI", postalCode: "53012" };
  const cabin = (await admin.post<{ id: string }>(`/api/customers/${site.customerId}/addresses`, address)).json;
  const made = await add({ siteAddressId: cabin.id });
  const drafted = await admin.post<{ id: string }>(`/api/designs/${made.id}/estimate`, {});
  const estimate = await admin.get<{ customerId: string; siteAddressId: string; billTo: { name: string } }>(
    `/api/estimates/${drafted.json.id}`,
  );
  expect(estimate.json).toMatchObject({ customerId: site.customerId, billTo: { name: "Rosa Ortega" } });
  expect(estimate.text).toContain("77 Cabin Road");
  const stranger = await addCustomer(worker, orgId, "Ned Flint");
  const refused = await admin.post<Refused>("/api/estimates", {
    ...{ customerId: site.customerId, siteAddressId: stranger.siteAddressId },
  });
  expect([refused.status, refused.json.fields?.siteAddressId]).toEqual([400, ["Choose a property from the list"]]);
  const lost = await admin.post<Refused>("/api/estimates", { workOrderId: made.id, siteAddressId: cabin.id });
  expect([lost.status, lost.json.fields?.siteAddressId]).toEqual([400, ["A property can be set only with a customer"]]);
});

test("a draft made from a layout is one change, and can be deleted without the layout", async () => {
  const made = await add();
  const drafted = await admin.post<{ id: string }>(`/api/designs/${made.id}/estimate`, {});
  const path = `/api/estimates/${drafted.json.id}`;
  const estimate = await admin.get<{ title: string; version: number; options: { name: string; lines: object[] }[] }>(
    path,
  );
  expect(estimate.json).toMatchObject({ title: "Upstairs", version: 1, options: [{ name: "As designed" }] });
  expect(estimate.json.options[0]?.lines.length).toBeGreaterThan(3);
  const { results } = await worker.db
    .prepare(
      "SELECT action, entity_id AS entity FROM audit_log WHERE org_id = ? AND entity_id IN (?, ?) ORDER BY action",
    )
    .bind(orgId, made.id, drafted.json.id)
    .all<{ action: string; entity: string }>();
  expect(results).toEqual([
    { action: "design.create", entity: made.id },
    { action: "design.estimate", entity: made.id },
    { action: "estimate.create", entity: drafted.json.id },
  ]);
  const gone = await admin.delete<Refused>(path);
  expect([gone.status, gone.text]).toEqual([204, ""]);
  expect((await admin.get<DesignJson>(`/api/designs/${made.id}`)).json.estimateId).toBeNull();
  expect((await admin.post(`/api/designs/${made.id}/estimate`, {})).status).toBe(201);
});

test("an estimate requested twice with one key is drafted once", async () => {
  const made = await add();
  const key = { "idempotency-key": `estimate-of-${made.id}` };
  const answers = await Promise.all(
    [1, 2, 3].map(() => admin.post<{ id: string }>(`/api/designs/${made.id}/estimate`, {}, key)),
  );
  const { estimateId } = (await admin.get<DesignJson>(`/api/designs/${made.id}`)).json;
  expect(answers.map(({ json }) => json.id)).toEqual([estimateId, estimateId, estimateId]);
});

test("a design with a deleted catalog item cannot be saved, and the error names the parts", async () => {
  const made = await add();
  const missing = randomUUID();
  const withItem = (count: number) => ({
    ...changeOf(made),
    layout: {
      ...made.layout,
      parts: made.layout.parts.map((part, at) => (at < count ? { ...part, itemId: missing } : part)),
    },
  });
  const [first, second, third] = made.layout.parts.map(({ label }) => `“${label}”`);
  const refusal = async (count: number) =>
    (await admin.put<Refused>(`/api/designs/${made.id}`, withItem(count))).json.fields?.layout;
  expect(await refusal(1)).toEqual([`The catalog item of ${first} was deleted. Choose another item for it.`]);
  expect(await refusal(5)).toEqual([
    `The catalog items of ${first}, ${second}, ${third} and 2 more were deleted. Choose other items for them.`,
  ]);
});

test("saving a design that was deleted meanwhile offers to restore it or save a copy", async () => {
  const made = await add();
  await manager.send("DELETE", `/api/designs/${made.id}`, {});
  const refused = await admin.put<Refused & { isDeleted?: boolean }>(`/api/designs/${made.id}`, changeOf(made));
  expect([refused.status, refused.json.isDeleted]).toEqual([404, true]);
  expect(refused.json.message).toBe("Someone else deleted this design. Restore it, or save your layout as a copy.");
  const stranger = await other.admin.put<Refused & { isDeleted?: boolean }>(`/api/designs/${made.id}`, changeOf(made));
  expect([stranger.status, stranger.json.isDeleted]).toEqual([404, undefined]);
});
