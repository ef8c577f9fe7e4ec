import { expect, test } from "vitest";
import { ownWorker } from "#tests/support/worker";

const worker = await ownWorker();
const page = { headers: { accept: "text/html,application/xhtml+xml" } };

test("when the database is unavailable, a browser gets a page and a client gets JSON", async () => {
  const { admin } = await worker.business();
  await worker.databases.directory.prepare("ALTER TABLE sessions RENAME TO sessions_away").run();
  const shown = await admin.get("/workorders", page);
  expect(shown.status).toBe(500);
  expect(shown.headers.get("content-type")).toContain("text/html");
  expect(shown.headers.get("content-security-policy")).toContain("nonce-");
  expect(shown.text).toContain("Server temporarily unavailable. Please try again.");
  expect(shown.text).not.toMatch(/select|sessions/i);
  const answer = await admin.get<{ code: string }>("/api/auth/profile", page);
  expect(answer.status).toBe(500);
  expect(answer.json.code).toBe("internal");
  await worker.databases.directory.prepare("ALTER TABLE sessions_away RENAME TO sessions").run();
});

test("a form sent from another site is refused with a page that says why", async () => {
  const { admin } = await worker.business();
  const { status, text } = await admin.submit("/login", {}, { ...page.headers, origin: "https://evil.example" });
  expect(status).toBe(403);
  expect(text).toContain("This request did not come from a Plenum page.");
  expect(text).toContain("Request ID");
});
