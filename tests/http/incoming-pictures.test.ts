import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { householdCtx } from "#tests/support/household-ctx";
import { jpegOf, pngOf, webpOf } from "#tests/support/pictures";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { embeddedMediaUrl, twilioSignature } from "#worker/providers/texts";
import { fetchPicture } from "~/domain/messages/incoming-pictures.server";

const worker = await testWorker();
const { manager, technician, orgId, orgKey } = await worker.business();
const other = await worker.business();
const ownNumber = `+1555010${String(orgKey).padStart(4, "0")}`;

interface Picture {
  id: string;
  state: string;
  problem: string | null;
}
interface Detail {
  messages: { id: string; body: string; pictures: Picture[] }[];
}
interface Refused {
  message: string;
}

let numbers = 0;
async function conversation() {
  const phone = `+1414556${String(2000 + numbers++).padStart(4, "0")}`;
  const site = await addCustomer(worker, orgId, "Ana Ortega");
  await worker.db
    .prepare("UPDATE customers SET phone = ?3 WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, site.customerId, phone)
    .run();
  const workOrder = await addWorkOrder(manager, site);
  const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/customer-thread`, {})).json;
  await manager.post(`/api/threads/${id}/customer-messages`, { channel: "text", now: true, body: "Send us a photo." });
  return { phone, workOrder, threadId: id };
}

/** A text with files, as a customer's phone sends it to the embedded host. */
async function sends(from: string, files: { bytes: Uint8Array<ArrayBuffer> | string; type: string }[], body = "") {
  const form = new FormData();
  for (const [name, value] of Object.entries({ from, to: ownNumber, body })) form.set(name, value);
  for (const { bytes, type } of files) form.append("picture", new Blob([bytes], { type }), "file");
  const answer = await worker.visitor().send("POST", "/dev/texts", { body: form });
  expect(answer.status, answer.text).toBe(303);
}

/** A text as announced by the host, signed. */
async function announced(from: string, urls: string[], sid = `SM${randomUUID()}`) {
  const form = new URLSearchParams({
    From: from,
    To: ownNumber,
    Body: "",
    MessageSid: sid,
    NumMedia: `${urls.length}`,
  });
  for (const [at, url] of urls.entries()) form.set(`MediaUrl${at}`, url);
  const url = `${worker.url.origin}/api/webhooks/texts`;
  const signature = await twilioSignature({ url, form }, "embedded-texts");
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature };
  return fetch(url, { method: "POST", headers, body: form.toString() });
}

const last = async (threadId: string, by: Visitor = manager) => {
  const { messages } = (await by.get<Detail>(`/api/threads/${threadId}`)).json;
  const message = messages.at(-1);
  if (!message) throw new Error("no message");
  return message;
};
const settled = async (threadId: string) => {
  await expect.poll(async () => (await last(threadId)).pictures.filter(({ state }) => state === "waiting")).toEqual([]);
  return (await last(threadId)).pictures;
};
const jpeg = { bytes: jpegOf(64, 48, { extras: true }), type: "image/jpeg" };

test("a text's pictures are stored in its conversation, without location data or a link to the provider", async () => {
  const { phone, threadId } = await conversation();
  const files = [jpeg, { bytes: pngOf(8, 6), type: "image/png" }, { bytes: webpOf(8, 6), type: "image/webp" }];
  await sends(phone, files, "It drips here");
  const pictures = await settled(threadId);
  expect(pictures.map(({ state, problem }) => [state, problem])).toEqual(Array(3).fill(["stored", null]));
  expect((await last(threadId)).body).toBe("It drips here");
  const at = `/api/threads/${threadId}/pictures/${pictures[0]?.id}`;
  const file = await manager.get(at);
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  // The next person to sign in on this browser gets none of it from its cache.
  expect([file.headers.get("cache-control"), file.headers.get("vary")]).toEqual(["private, max-age=86400", "Cookie"]);
  expect(file.text).not.toContain("Exif");
  const page = await manager.get(`/messages/${threadId}`);
  for (const { id } of pictures) expect(page.text).toContain(`/messages/${threadId}/pictures/${id}`);
  const large = await manager.get(`/messages/${threadId}/pictures/${pictures[1]?.id}`);
  expect(large.status).toBe(200);
  expect(databaseCosts(large).rounds).toBeLessThanOrEqual(2);
  expect(large.text.replaceAll("<!-- -->", "")).toContain("Picture 2 of 3");
  const stored = await worker.db
    .prepare("SELECT count(*) n FROM message_pictures WHERE source_url IS NOT NULL AND state = 'stored'")
    .first<number>("n");
  expect(stored).toBe(0);
  for (const stranger of [other.manager, technician]) expect((await stranger.get(at)).status).toBe(404);
  expect((await worker.visitor().get(at)).status).toBe(401);
});

test("a stored picture is deleted at the text host if configured, and tried again if that fails", async () => {
  const { phone, threadId } = await conversation();
  await sends(phone, [jpeg]);
  const [picture] = await settled(threadId);
  const pictureId = picture?.id ?? "";
  const source = () =>
    worker.db
      .prepare("SELECT source_url FROM message_pictures WHERE id = ?")
      .bind(pictureId)
      .first<string>("source_url");
  const url = "https://texts.example.test/picture";
  await worker.db.prepare("UPDATE message_pictures SET source_url = ? WHERE id = ?").bind(url, pictureId).run();
  const forgotten: string[] = [];
  let isDown = true;
  const ctx = householdCtx(worker.db, "");
  const forgetMedia = async (at: string) => {
    if (isDown) throw new Error("texts: a picture was not deleted (500)");
    forgotten.push(at);
  };
  const within = {
    ...ctx,
    providers: { ...ctx.providers, texts: { ...ctx.providers.texts, forgetMedia } },
  };
  const run = () => fetchPicture(within, { orgId, pictureId }, { tries: 1 });
  await expect(run()).rejects.toThrow("not deleted");
  expect(await source()).toBe(url);
  isDown = false;
  await run();
  await run();
  expect([forgotten, await source()]).toEqual([[url], null]);
  expect((await settled(threadId))[0]?.state).toBe("stored");
});

test("a picture that is not stored stays at the text host", async () => {
  const { phone, threadId } = await conversation();
  await sends(phone, [{ bytes: "GIF89a", type: "image/gif" }]);
  const [picture] = await settled(threadId);
  expect(picture?.state).toBe("refused");
  const url = "https://texts.example.test/gif";
  await worker.db.prepare("UPDATE message_pictures SET source_url = ? WHERE id = ?").bind(url, picture?.id).run();
  const forgotten: string[] = [];
  const ctx = householdCtx(worker.db, "");
  const forgetMedia = async (at: string) => void forgotten.push(at);
  const texts = { ...ctx.providers.texts, forgetMedia };
  const within = { ...ctx, providers: { ...ctx.providers, texts } };
  await fetchPicture(within, { orgId, pictureId: picture?.id ?? "" }, { tries: 1 });
  expect(forgotten).toEqual([]);
});

test("ten pictures are stored, and an eleventh is not downloaded", async () => {
  const { phone, threadId } = await conversation();
  await sends(phone, Array(11).fill({ bytes: pngOf(8, 6), type: "image/png" }));
  const pictures = await settled(threadId);
  expect(pictures.map(({ state }) => state)).toEqual(Array(10).fill("stored"));
  expect((await last(threadId)).body).toBe("Sent 10 pictures");
});

test("a file that is not a valid picture shows the reason and is not stored, whatever its type", async () => {
  const { phone, threadId } = await conversation();
  const video = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode("ftypmp42"), 0, 0, 0, 0]);
  await sends(phone, [
    { bytes: "<html><script>alert(1)</script></html>", type: "image/jpeg" },
    { bytes: video, type: "video/mp4" },
    { bytes: new Uint8Array(6_000_000).fill(1), type: "image/jpeg" },
    { bytes: jpegOf(9000, 9000), type: "image/jpeg" },
    jpeg,
  ]);
  const pictures = await settled(threadId);
  expect(pictures.map(({ state, problem }) => [state, problem])).toEqual([
    ["refused", "It is not a JPEG, PNG or WebP picture."],
    ["refused", "It is not a JPEG, PNG or WebP picture."],
    ["refused", "It is larger than 5 MB."],
    ["refused", "The picture has more than 50 megapixels."],
    ["stored", null],
  ]);
  const [html] = pictures;
  expect((await manager.get(`/api/threads/${threadId}/pictures/${html?.id}`)).status).toBe(404);
  expect((await manager.get(`/messages/${threadId}/pictures/${html?.id}`)).status).toBe(404);
  expect((await manager.get(`/messages/${threadId}`)).text).toContain("It is larger than 5 MB.");
});

test("a URL outside the provider is never requested", async () => {
  const { phone, threadId } = await conversation();
  const urls = [
    "http://169.254.169.254/latest/meta-data",
    `${worker.url.origin}/api/health`,
    "https://evil.example/a.jpg",
  ];
  expect((await announced(phone, urls)).status).toBe(200);
  const { pictures } = await last(threadId);
  expect(new Set(pictures.map(({ state, problem }) => `${state}: ${problem}`))).toEqual(
    new Set(["refused: It is not stored at the text service, so it was not downloaded."]),
  );
});

test("the webhook responds at once, a missing picture is retried, and the office can retry a failed one", async () => {
  const { phone, threadId } = await conversation();
  const sid = `SM${randomUUID()}`;
  const url = embeddedMediaUrl(randomUUID());
  expect((await announced(phone, [url], sid)).status).toBe(200);
  expect((await announced(phone, [url], sid)).status).toBe(200);
  const message = await last(threadId);
  expect(message).toMatchObject({ body: "Sent a picture", pictures: [{ state: "waiting" }] });
  const [picture] = message.pictures;
  const again = () => manager.post<Refused>(`/api/threads/${threadId}/pictures/${picture?.id}/retry`, {});
  expect((await again()).status).toBe(409);
  const tried = () =>
    worker.db
      .prepare(
        "SELECT attempts n FROM outbox WHERE json_extract(payload, '$.picture.pictureId') = ? AND delivered_at IS NULL",
      )
      .bind(picture?.id ?? "")
      .first<number>("n");
  await expect.poll(tried).toBe(1);
  await worker.db
    .prepare("UPDATE message_pictures SET state = 'failed', problem = 'It could not be fetched.' WHERE id = ?")
    .bind(picture?.id ?? "")
    .run();
  expect((await technician.post(`/api/threads/${threadId}/pictures/${picture?.id}/retry`, {})).status).toBe(403);
  expect((await other.manager.post(`/api/threads/${threadId}/pictures/${picture?.id}/retry`, {})).status).toBe(404);
  expect((await again()).status).toBe(200);
  expect((await last(threadId)).pictures).toMatchObject([{ state: "waiting", problem: null }]);
});

test("a picture can be copied to the customer's job or property", async () => {
  const { phone, threadId, workOrder } = await conversation();
  await sends(phone, [jpeg]);
  const [picture] = await settled(threadId);
  const at = `/api/threads/${threadId}/pictures/${picture?.id}/copies`;
  const form = await manager.get(`/messages/${threadId}/pictures/${picture?.id}`);
  const choices = [...form.text.matchAll(/<option value="((?:job|property):\d+)"/g)].map(([, value]) => value ?? "");
  expect(choices.filter((each) => each.startsWith("job:"))).toHaveLength(1);
  expect(choices.filter((each) => each.startsWith("property:"))).toHaveLength(1);
  for (const saveTo of choices) {
    const answer = await manager.post(at, { saveTo });
    expect(answer.status, answer.text).toBe(201);
  }
  const photos = await worker.db
    .prepare(
      "SELECT (SELECT count(*) FROM work_order_photos WHERE work_order_id = ?1) + (SELECT count(*) FROM site_photos WHERE org_id = ?2) n",
    )
    .bind(workOrder.id, orgId)
    .first<number>("n");
  expect(photos).toBe(2);
  for (const saveTo of ["", "customer:1", "job:../x", 7])
    expect((await manager.post(at, { saveTo })).status, String(saveTo)).toBe(400);
  expect((await manager.post(at, { saveTo: "job:999999" })).status).toBe(404);
  expect((await other.manager.post(at, { saveTo: choices[0] })).status).toBe(404);
});

test("a business out of storage sees the reason and can retry later", async () => {
  const { phone, threadId } = await conversation();
  const set = (value: number) =>
    worker.db
      .prepare(
        "INSERT INTO counters (org_id, name, value) VALUES (?1, 'photo_bytes', ?2) ON CONFLICT DO UPDATE SET value = ?2",
      )
      .bind(orgId, value)
      .run();
  const before = await worker.db
    .prepare("SELECT value n FROM counters WHERE org_id = ? AND name = 'photo_bytes'")
    .bind(orgId)
    .first<number>("n");
  await set(Number.MAX_SAFE_INTEGER - 10);
  await sends(phone, [jpeg]);
  const [full] = await settled(threadId);
  expect(full).toMatchObject({ state: "failed", problem: expect.stringContaining("has used its") });
  await set(before ?? 0);
  expect((await manager.post(`/api/threads/${threadId}/pictures/${full?.id}/retry`, {})).status).toBe(200);
  expect(await settled(threadId)).toMatchObject([{ state: "stored" }]);
});
