import { beforeAll, expect, test } from "vitest";
import { aTechnician, type Refused } from "#tests/support/technicians";
import { ownWorker } from "#tests/support/worker";

// A database without the tables these use cases need, to provoke unforeseen errors.
const worker = await ownWorker();
const { manager, technicianId } = await worker.business();

beforeAll(async () => {
  await worker.db.batch([
    worker.db.prepare("ALTER TABLE technician_skills RENAME TO lost_skills"),
    worker.db.prepare("ALTER TABLE invitations RENAME TO lost_invitations"),
  ]);
});

const failures: [string, string, object | undefined, string][] = [
  ["GET", `/api/technicians/${technicianId}`, undefined, "Unable to load technician details"],
  ["POST", "/api/technicians", aTechnician({ skills: ["Boilers"] }), "Unable to create technician"],
  ["GET", "/api/technicians/available", undefined, "Unable to load available technicians"],
  ["GET", "/api/technicians/search?skills=Boilers", undefined, "Unable to search technicians"],
  ["GET", `/api/technicians/${technicianId}/workload`, undefined, "Unable to load technician workload"],
  ["POST", "/api/technicians/invite", aTechnician(), "Unable to send invitation"],
];

test.each(failures)("%s %s returns its own message on an unexpected error", async (method, path, body, text) => {
  const answer = await manager.send<Refused>(method, path, { body });
  expect(answer.status).toBe(500);
  expect(answer.json).toMatchObject({ code: "internal", message: text });
  expect(answer.text).not.toMatch(/table|SQL/i);
});

test.each([
  ["/technicians", "No technicians to show"],
  ["/technicians/invitations", "No invitations to show"],
])("%s shows an empty list and a notice if the list cannot be loaded", async (path, text) => {
  const page = await manager.get(path);
  expect(page.status).toBe(200);
  expect(page.text).toContain(text);
  expect(page.text).toContain("The list could not be loaded right now.");
});

test("a technician's page that cannot be loaded says so, and a form that cannot be saved keeps its input", async () => {
  const page = await manager.get(`/technicians/${technicianId}`);
  expect([page.status, page.text.includes("Unable to load technician details")]).toEqual([500, true]);
  const sent = await manager.submit("/technicians/invite", { email: "typed@example.com" });
  expect([sent.status, sent.text.includes("Unable to send invitation")]).toEqual([500, true]);
  expect(sent.text).toContain("typed@example.com");
});
