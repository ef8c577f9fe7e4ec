import { expect, test } from "vitest";
import { hostShop } from "#tests/support/code-hosts";
import { pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { HOST_KINDS } from "~/domain/code-hosts/host";

const worker = await testWorker();

interface PriorityJson {
  priority: string;
  name: string;
  color: string | null;
  label: string | null;
  version: number;
}

const at = "/api/issues/priorities";
const list = async (who: Visitor) => (await who.get<{ items: PriorityJson[] }>(at)).json.items;

async function change(who: Visitor, priority: string, given: object) {
  const version = (await list(who)).find((one) => one.priority === priority)?.version;
  return who.patch<PriorityJson & { fields?: Record<string, string[]> }>(`${at}/${priority}`, { version, ...given });
}

test("priorities have default names until the business gives its own, which every screen shows", async () => {
  const { manager, orgId } = await worker.business();
  expect((await list(manager)).map(({ priority, name, color, label }) => [priority, name, color, label])).toEqual([
    ["urgent", "Urgent", null, null],
    ["high", "High", null, null],
    ["medium", "Medium", null, null],
    ["low", "Low", null, null],
    ["none", "No priority", null, null],
  ]);
  const issue = await manager.post<{ id: string; priority: string }>("/api/issues", {
    title: "Leaks",
    priority: "low",
  });
  const saved = await manager.submit("/bugscout/config/priorities/low", {
    ...{ version: "1", name: "Someday", color: "#aa5500", label: "priority: low" },
  });
  expect([saved.status, saved.headers.get("location")]).toEqual([302, "/bugscout/config"]);
  expect((await list(manager))[3]).toEqual({
    ...{ priority: "low", name: "Someday", color: "#aa5500", label: "priority: low", version: 2 },
  });
  for (const path of ["/bugscout/config", "/bugscout/issues", "/bugscout/board", `/bugscout/issues/${issue.json.id}`]) {
    const { text } = await manager.get(path);
    expect([path, pageText(text)]).toEqual([path, expect.stringContaining("Someday")]);
    expect(text).toContain('color="#aa5500"');
  }
  expect(pageText((await manager.get("/bugscout/config")).text)).toContain("Label on code hosts: priority: low");
  const filtered = await manager.get("/bugscout/issues?priority=low");
  expect(pageText(filtered.text)).toContain("Someday");
  // The API and the file keep the key.
  expect((await manager.get<{ priority: string }>(`/api/issues/${issue.json.id}`)).json.priority).toBe("low");
  expect((await manager.get("/resources/issue-export?format=csv")).text).toMatch(/^BUG-1,Leaks,[^,]*,open,low,/m);
  const back = await manager.submit("/bugscout/config/priorities/low", {
    ...{ version: "2", name: "Someday", color: "#aa5500", isDefaultColor: "on", label: "" },
  });
  expect(back.status).toBe(302);
  expect((await list(manager))[3]).toMatchObject({ name: "Someday", color: null, label: null, version: 3 });
  const audited = await worker.db
    .prepare("SELECT count(*) AS count FROM audit_log WHERE org_id = ? AND action = 'issue_priority.update'")
    .bind(orgId)
    .first<{ count: number }>();
  expect(audited?.count).toBe(2);
});

test("a name or label of another priority, a long one and a stale version are refused", async () => {
  const { manager } = await worker.business();
  expect((await change(manager, "high", { label: "P1" })).status).toBe(200);
  const name = await change(manager, "urgent", { name: "no PRIORITY" });
  expect([name.status, name.json.fields]).toEqual([409, { name: ["Another priority has this name"] }]);
  const label = await change(manager, "urgent", { label: "p1" });
  expect([label.status, label.json.fields]).toEqual([409, { label: ["Another priority has this label"] }]);
  const invalid: [object, string][] = [
    [{ name: "" }, "name"],
    [{ name: "x".repeat(31) }, "name"],
    [{ label: "x".repeat(51) }, "label"],
    [{ label: "a, b" }, "label"],
    [{ color: "red" }, "color"],
  ];
  for (const [given, field] of invalid) {
    const refused = await change(manager, "urgent", given);
    expect([given, refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([given, 400, [field]]);
  }
  expect((await manager.patch(`${at}/high`, { version: 1, name: "Soon" })).status).toBe(409);
  expect((await manager.patch(`${at}/soon`, { version: 1, name: "Soon" })).status).toBe(404);
  expect((await manager.get("/bugscout/config/priorities/soon")).status).toBe(404);
  const form = await manager.submit("/bugscout/config/priorities/urgent", {
    ...{ version: "1", name: "High", color: "#000000", label: "" },
  });
  expect([form.status, pageText(form.text)]).toEqual([409, expect.stringContaining("Another priority has this name")]);
  expect((await list(manager)).map((one) => one.name)).toEqual(["Urgent", "High", "Medium", "Low", "No priority"]);
});

test("only tracker managers change priorities, and only those of their business", async () => {
  const [own, other] = [await worker.business(), await worker.business("Other Air")];
  expect((await change(own.manager, "high", { name: "Ours" })).status).toBe(200);
  expect((await list(other.manager))[1]?.name).toBe("High");
  const reader = await worker.member(own.orgId, "Manager", ["issues.read", "issues.write"]);
  expect((await list(reader))[1]?.name).toBe("Ours");
  expect((await change(reader, "high", { name: "Mine" })).status).toBe(403);
  expect((await reader.get("/bugscout/config/priorities/high")).status).toBe(403);
});

const open = (title: string, more: object = {}) => ({ op: "open", by: "luis-o", change: { title, ...more } });

type Shop = Awaited<ReturnType<typeof hostShop>>;

/** A shop whose priorities are mapped before its repository is chosen. */
async function mapped(host: (typeof HOST_KINDS)[number]) {
  const shop = await hostShop(worker, host);
  for (const [priority, label] of [
    ["urgent", "P0"],
    ["high", "priority: high"],
    ["low", "priority: low"],
  ] as const)
    expect((await change(shop.admin, priority, { label })).status).toBe(200);
  return shop;
}

const priorityOf = async (shop: Shop, number: number) => {
  const { id } = await shop.here(number);
  return (await shop.admin.get<{ priority: string }>(`/api/issues/${id}`)).json.priority;
};
const set = async (shop: Shop, number: number, given: object) => {
  const { id, version } = await shop.here(number);
  expect((await shop.admin.patch(`/api/issues/${id}`, { version, ...given })).status).toBe(200);
  await shop.synced();
};
const labelsThere = async (shop: Shop, number: number) => (await shop.there(number)).issue.labels.toSorted();
const edit = async (shop: Shop, labels: string[]) => {
  await shop.happens({ op: "edit", number: 1, change: { labels } });
  await shop.deliverAll();
};

/** Nothing more is sent, whatever the host reports. */
async function isAtRest(shop: Shop) {
  const before = [await shop.there(1), await shop.here(1)];
  await shop.deliverAll();
  expect([await shop.there(1), await shop.here(1), await shop.deliveries()]).toEqual([...before, []]);
}

test.each(HOST_KINDS)(
  "%s: a priority follows its label on the host, and the label follows the priority",
  async (host) => {
    const shop = await mapped(host);
    await shop.happens(open("Low", { labels: ["bug", "Priority: High"] }));
    await shop.choose();
    await shop.synced();
    expect([await priorityOf(shop, 1), (await shop.here(1)).labels]).toEqual(["high", ["bug"]]);

    // There: another label, one more than one, and none.
    await edit(shop, ["bug", "priority: low"]);
    expect([await priorityOf(shop, 1), (await shop.here(1)).labels]).toEqual(["low", ["bug"]]);
    await edit(shop, ["bug", "priority: low", "P0"]);
    expect([await priorityOf(shop, 1), await labelsThere(shop, 1)]).toEqual(["urgent", ["P0", "bug"]]);
    await isAtRest(shop);
    await edit(shop, ["bug"]);
    expect(await priorityOf(shop, 1)).toBe("none");
    await isAtRest(shop);

    // Here: the label is added, exchanged and removed.
    await set(shop, 1, { priority: "high" });
    expect((await labelsThere(shop, 1)).map((name) => name.toLowerCase())).toEqual(["bug", "priority: high"]);
    await isAtRest(shop);
    await set(shop, 1, { priority: "urgent" });
    expect(await labelsThere(shop, 1)).toEqual(["P0", "bug"]);
    await isAtRest(shop);
    // No label stands for it.
    await set(shop, 1, { priority: "medium" });
    expect([await labelsThere(shop, 1), await priorityOf(shop, 1)]).toEqual([["bug"], "medium"]);
    await isAtRest(shop);
    expect([await priorityOf(shop, 1), (await shop.here(1)).labels]).toEqual(["medium", ["bug"]]);
  },
);

test.each(HOST_KINDS)(
  "%s: an issue that arrives with several priority labels keeps the most urgent one",
  async (host) => {
    const shop = await mapped(host);
    await shop.happens(open("Before", { labels: ["bug", "priority: low", "P0"] }));
    await shop.choose();
    await shop.synced();
    await shop.happens(open("Later", { labels: ["priority: low", "priority: high"] }));
    await shop.deliverAll();
    expect([await priorityOf(shop, 1), await labelsThere(shop, 1)]).toEqual(["urgent", ["P0", "bug"]]);
    expect([await priorityOf(shop, 2), await labelsThere(shop, 2)]).toEqual(["high", ["priority: high"]]);
    await isAtRest(shop);
  },
);

test("when both sides change the priority, the host's label is used", async () => {
  const shop = await mapped("github");
  await shop.happens(open("Low", { labels: ["P0"] }));
  await shop.choose();
  await shop.synced();
  await shop.happens({ op: "edit", number: 1, change: { labels: ["priority: low"] } });
  const { id, version } = await shop.here(1);
  expect((await shop.admin.patch(`/api/issues/${id}`, { version, priority: "high" })).status).toBe(200);
  await shop.deliverAll();
  expect([await priorityOf(shop, 1), await labelsThere(shop, 1)]).toEqual(["low", ["priority: low"]]);
  await isAtRest(shop);
});

test("a label that is chosen later sets the priority of issues that have it, and is sent for issues with the priority", async () => {
  const shop = await hostShop(worker, "github");
  await shop.happens(open("Has the label", { labels: ["P0", "bug"] }));
  await shop.happens(open("Has the priority"));
  await shop.choose();
  await shop.synced();
  expect((await shop.here(1)).labels).toEqual(["P0", "bug"]);
  await set(shop, 2, { priority: "urgent" });
  expect(await labelsThere(shop, 2)).toEqual([]);
  expect((await change(shop.admin, "urgent", { label: "P0" })).status).toBe(200);
  await shop.synced();
  expect([await priorityOf(shop, 1), (await shop.here(1)).labels]).toEqual(["urgent", ["bug"]]);
  expect([await labelsThere(shop, 1), await labelsThere(shop, 2)]).toEqual([["P0", "bug"], ["P0"]]);
  await isAtRest(shop);
  // A label that no longer stands for a priority is an ordinary one again, and stays on the host.
  expect((await change(shop.admin, "urgent", { label: null })).status).toBe(200);
  await set(shop, 1, { title: "Has the label again" });
  expect([await labelsThere(shop, 1), (await shop.here(1)).labels]).toEqual([
    ["P0", "bug"],
    ["P0", "bug"],
  ]);
  expect(await priorityOf(shop, 1)).toBe("urgent");
});

test("an issue created on the host from here has the label of its priority", async () => {
  const shop = await mapped("github");
  await shop.choose();
  await shop.synced();
  const made = await shop.admin.post<{ id: string }>("/api/issues", { title: "From here", priority: "high" });
  const { repositoryId } = shop;
  const sent = await shop.admin.post(`/api/issues/${made.json.id}/code-host`, { host: "github", repositoryId });
  expect(sent.status).toBe(202);
  await shop.synced();
  await shop.deliverAll();
  expect([await labelsThere(shop, 1), await priorityOf(shop, 1)]).toEqual([["priority: high"], "high"]);
});
