import { afterAll, expect, test } from "vitest";
import { rawRequest } from "#tests/support/raw";
import { createWorker } from "../../scripts/local-worker.mjs";
import { accessWorker, storeWorkerFile, workerFile, workerFiles } from "../../scripts/worker-access.mjs";

const worker = createWorker({ companion: accessWorker });
afterAll(() => worker.dispose());

test("a request to the access Worker's port without its key gets 404", async () => {
  const body = JSON.stringify({ statements: [{ sql: "SELECT 1 AS one", values: [] }] });
  const answer = await rawRequest(await worker.unsafeGetDirectURL("access"), { method: "POST", body });
  expect(answer).toMatchObject({ status: 404, text: "No such page." });
});

test("no host name reaches the access Worker through the Worker's port", async () => {
  const body = JSON.stringify({ statements: [{ sql: "SELECT 1 AS one", values: [] }] });
  const answer = await rawRequest(await worker.ready, { method: "POST", headers: { host: "worker.access" }, body });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.text).not.toContain("one");
});

test("a file is stored and read back with its bytes and its type", async () => {
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  await storeWorkerFile(worker, "files/a picture?.png", bytes, "image/png");
  expect(await workerFiles(worker, "files/")).toEqual(["files/a picture?.png"]);
  expect(await workerFile(worker, "files/a picture?.png")).toEqual({ bytes, contentType: "image/png" });
  expect(await workerFile(worker, "files/none")).toBeNull();
});
