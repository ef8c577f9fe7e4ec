import { expect, test } from "vitest";
import { findIssues, type IssueJson } from "#tests/support/issues";
import { outsideService } from "#tests/support/outside";
import { ownWorker, testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager, technician } = await worker.business();

test("any member can report a problem, and only the details they agreed to are included", async () => {
  const report = (fields: Record<string, string>) =>
    technician.submit("/report-problem", {
      text: "The photo is gone\nafter saving",
      page: "/technician/jobs/today",
      ...fields,
    });
  expect((await report({ errors: "TypeError: secret" })).status).toBe(302);
  expect((await report({ errors: "TypeError: allowed", includeErrors: "on", requestId: "abc`1" })).status).toBe(302);
  const [second, first] = (await findIssues(manager, "source=report")).items;
  const bodies = await Promise.all(
    [first, second].map(async (issue) => (await manager.get<IssueJson>(`/api/issues/${issue?.id}`)).json.body),
  );
  expect(first?.title).toBe("The photo is gone");
  expect(bodies[0]).toContain("- Page: `/technician/jobs/today`");
  expect(bodies[0]).not.toContain("secret");
  expect(bodies[1]).toContain("TypeError: allowed");
  expect(bodies[1]).toContain("- Request ID: `abc'1`");
  for (const page of ["https://elsewhere.example/", "/customers?search=Ada"])
    expect((await report({ page })).status, page).toBe(400);
  expect((await report({ text: " " })).status).toBe(400);
  const household = await worker.household();
  expect((await household.get("/report-problem")).status).toBe(403);
});

test("identical server errors become one issue with a count", async () => {
  // A missing table is an error no request could cause.
  const own = await ownWorker();
  const shop = await own.business();
  const broken = async (times: number) => {
    await own.db.prepare("ALTER TABLE audit_log RENAME TO audit_log_away").run();
    try {
      for (let time = 0; time < times; time += 1) expect((await shop.admin.get("/api/audit-log")).status).toBe(500);
    } finally {
      await own.db.prepare("ALTER TABLE audit_log_away RENAME TO audit_log").run();
    }
  };
  // An outage of an outside system is not our error: the list below still has one issue.
  const gitlab = await outsideService();
  gitlab.answer(503, {});
  const down = { token: "glpat-0123456789abcdef0123", baseUrl: gitlab.url };
  expect((await shop.admin.post("/api/gitlab/token", down)).status).toBe(503);
  await broken(2);
  const errors = async () => (await findIssues(shop.manager, "source=error")).items;
  await expect.poll(async () => (await errors()).length).toBe(1);
  const count = () =>
    own.db.prepare("SELECT count FROM issue_fingerprints WHERE org_id = ?").bind(shop.orgId).first<number>("count");
  await expect.poll(count).toBe(2);
  const [issue] = await errors();
  const done = await shop.admin.patch(`/api/issues/${issue?.id}`, { version: issue?.version, stateId: "done" });
  expect(done.status).toBe(200);
  await broken(1);
  // It occurred again, so it was not solved.
  await expect.poll(async () => (await errors())[0]?.state.category).toBe("open");
  expect(await count()).toBe(3);
  // The screen stays in place, with a way to report the error.
  await own.db.prepare("ALTER TABLE issue_views RENAME TO issue_views_away").run();
  const nested = await shop.admin.get("/bugscout/issues");
  await own.db.prepare("ALTER TABLE issue_views_away RENAME TO issue_views").run();
  expect(nested.status).toBe(500);
  expect(nested.text).toMatch(
    /href="\/report-problem\?page=%2Fbugscout%2Fissues&amp;requestId=[^"]+">Report a problem</,
  );
  expect(nested.text).toContain('href="/bugscout/config"');
});

test("the API accepts a report, lists issues with similar titles and returns the filtered file", async () => {
  const { admin, technician } = await worker.business();
  const report = { text: "Wrench drawer jams twice", page: "/todos", errors: "TypeError: secret" };
  expect((await technician.post("/api/issues/reports", report)).status).toBe(201);
  const { json } = await admin.get<{ items: { number: number; title: string }[] }>(
    "/api/issues/similar?title=Drawer+with+wrench+jams",
  );
  expect(json.items.map(({ title }) => title)).toEqual(["Wrench drawer jams twice"]);
  await admin.post("/api/issues", { title: "Another", priority: "high" });
  const file = await admin.get("/api/issues/export?source=report");
  expect(file.text).toContain("Wrench drawer jams twice");
  expect(file.text).not.toContain("Another");
  // The browser's errors are sent only with consent.
  expect(file.text).not.toContain("secret");
  const lines = (await admin.get("/api/issues/export?format=json")).text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).title)).toEqual(["Wrench drawer jams twice", "Another"]);
  expect((await technician.get("/api/issues/export")).status).toBe(403);
});
