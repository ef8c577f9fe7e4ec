import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { heardUpTo, listen, publish } from "#tests/support/live";
import { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";

const folder = mkdtempSync(join(tmpdir(), "plenum-live-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a restarted channel resumes without missing or repeating a change", async () => {
  const before = await ownWorker({}, folder);
  const { orgId, admin } = await before.business();
  const line = await listen(before, admin);
  await publish(before, orgId, ["a", "b"]);
  await expect.poll(line.heard).toHaveLength(2);
  await before.stop();
  await expect.poll(line.closedWith).not.toBeNull();

  const after = await ownWorker({}, folder);
  const same = new Visitor(after.url, admin.userId);
  for (const [name, value] of admin.cookies) same.cookies.set(name, value);
  await publish(after, orgId, ["b", "c"]);
  const again = await listen(after, same, heardUpTo(line));
  await expect.poll(again.heard).toEqual(["c"]);
  await publish(after, orgId, ["d"]);
  await expect.poll(again.heard).toEqual(["c", "d"]);
});
