import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { EXPIRED_SESSION, SPOKEN_JOB } from "./spoken";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

const address = { line1: "12 Oak St", city: "Milwaukee", state: "WI", postalCode: "53202" };

test("an expired session says so and can be processed again if its recording is still on this device", async ({
  page,
}) => {
  await visit(page, `/workorders/voice/${EXPIRED_SESSION}`);
  await expect(page.getByText("Expired: no one confirmed it within a day. Nothing was saved.")).toBeVisible();
  await expect(page.getByRole("link", { name: "New work order" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Process again" })).toHaveCount(0);
  const unique = `Z${Date.now()
    .toString(36)
    .replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
  const customer = {
    firstName: "Ottilie",
    lastName: unique,
    phone: "4145550171",
    addresses: [{ type: "service", ...address }],
  };
  expect((await ask(page, "post", "/customers", customer)).status()).toBe(201);
  await page.evaluate(keepRecording, {
    ...{ id: crypto.randomUUID(), userId: "", sessionId: EXPIRED_SESSION, contentType: null, durationMs: 0 },
    ...{ about: { sessionType: "work_order_creation" }, startedAt: Date.now() - 48 * 3_600_000, language: "en" },
    ...{ text: `Ottilie ${unique} has no heat.`, isTyped: true, isRead: true },
  });
  await visit(page, `/workorders/voice/${EXPIRED_SESSION}`);
  await expect(page.getByText("What you said is still on this device.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Process again" }).press("Enter");
  const only = page.getByRole("group", { name: /^Work order/ });
  await expect(only.getByText(`Ottilie ${unique}`, { exact: true })).toBeVisible();
  expect(page.url()).not.toContain(EXPIRED_SESSION);
  await page.getByRole("button", { name: "Create 1 work order" }).press("Enter");
  await expect(page.getByRole("heading", { name: "1 work order created" })).toBeVisible();
});

test("the words that a field came from play at their position in the recording", async ({ page }) => {
  await page.addInitScript(listenToPlaying);
  await visit(page, `/workorders/${SPOKEN_JOB}`);
  await page.getByText("2 fields came from these words").click();
  await page.getByRole("button", { name: "Play from 0:04" }).press("Enter");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await expect.poll(() => page.evaluate(played)).toEqual([{ from: 4, of: 6 }]);
  // What plays ends by itself, and another field's words begin at their own second.
  await expect(page.getByRole("button", { name: "Play from 0:04" })).toBeVisible();
  await page.getByRole("button", { name: "Play from 0:00" }).click();
  await expect
    .poll(() => page.evaluate(played))
    .toEqual([
      { from: 4, of: 6 },
      { from: 0.8, of: 6 },
    ]);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Play from 0:00" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
});

/** Stores a recording the way this device does. */
async function keepRecording(recording: object): Promise<void> {
  const opened = indexedDB.open("plenum-voice");
  await new Promise((done, failed) => Object.assign(opened, { onsuccess: done, onerror: failed }));
  const stored = opened.result.transaction("recordings", "readwrite").objectStore("recordings").put(recording);
  await new Promise((done, failed) => Object.assign(stored, { onsuccess: done, onerror: failed }));
  opened.result.close();
}

/** Records from which second, and of which duration, the browser is told to play. */
function listenToPlaying(): void {
  const list: { from: number; of: number }[] = [];
  Object.assign(window, { played: list });
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, when, from = 0, ...rest) {
    list.push({ from, of: Math.round(this.buffer?.duration ?? 0) });
    start.call(this, when, from, ...rest);
  };
}

const played = () => (window as unknown as { played: { from: number; of: number }[] }).played;
