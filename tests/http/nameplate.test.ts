import { expect, test } from "vitest";
import { outsideService } from "#tests/support/outside";
import { jpegOf } from "#tests/support/pictures";
import { ownWorker, testWorker } from "#tests/support/worker";

const vision = await outsideService();
const typing = await testWorker();
const seeing = await ownWorker({ VISION_API_URL: vision.url, VISION_API_KEY: "secret", VISION_MODEL: "model" });

type By = Awaited<ReturnType<typeof typing.business>>["manager"];
interface Read {
  text: string;
  serialNumber: { value: string | null; source: string | null };
  built: { value: string | null; others: string[] };
  message: string;
  fields?: Record<string, string[]>;
}

function form(fields: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") body.set(name, value);
    else body.set(name, new Blob([value], { type: "image/jpeg" }), "plate.jpg");
  }
  return body;
}

const read = (by: By, fields: Parameters<typeof form>[0]) =>
  by.send<Read>("POST", "/api/equipment/nameplate", { body: form(fields) });
const lines = (...texts: string[]) => ({
  choices: [{ message: { content: JSON.stringify({ lines: texts }) }, finish_reason: "stop" }],
});

test("reading a nameplate's text returns its fields and saves nothing", async () => {
  const { manager } = await typing.business();
  const { status, json } = await read(manager, { text: "CARRIER\nSERIAL 4006A17330" });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    serialNumber: { value: "4006A17330", source: "4006A17330" },
    built: { value: "2006-W40" },
    modelNumber: { value: null, note: "No model number was found." },
  });
  expect((await manager.get<{ items: unknown[] }>("/api/equipment")).json.items).toEqual([]);
});

test("reading a nameplate requires permission to write equipment", async () => {
  const { technician } = await typing.business();
  expect((await read(technician, { text: "CARRIER" })).status).toBe(403);
  expect((await typing.visitor().send("POST", "/api/equipment/nameplate", { body: form({ text: "A" }) })).status).toBe(
    401,
  );
});

test.each([
  ["nothing", {}, 400],
  ["blanks", { text: "  " }, 400],
  ["both", { text: "CARRIER", photo: jpegOf(4, 3) }, 400],
  ["text that is too long", { text: "A".repeat(4001) }, 400],
  ["an empty photo", { photo: new Uint8Array() }, 400],
  ["no picture", { photo: new TextEncoder().encode("<svg onload=alert(1)>") }, 400],
  ["a truncated picture", { photo: jpegOf(4, 3).slice(0, 20) }, 400],
  ["a photo over 8 MB", { photo: new Uint8Array(8_400_000) }, 413],
] as const)("%s is refused", async (_, fields, status) => {
  const { manager } = await seeing.business();
  const before = vision.requests.length;
  expect((await read(manager, fields)).status).toBe(status);
  expect(vision.requests).toHaveLength(before);
});

test("a body of another content type is refused", async () => {
  const { manager } = await typing.business();
  expect((await manager.send("POST", "/api/equipment/nameplate", { body: { text: "CARRIER" } })).status).toBe(415);
});

test("a photo is read if a reader is configured; otherwise the error says so", async () => {
  const { manager } = await seeing.business();
  vision.answer(200, lines("YORK", "SERIAL W1G7123456"));
  const answer = await read(manager, { photo: jpegOf(4, 3) });
  expect(answer.json).toMatchObject({ text: "YORK\nSERIAL W1G7123456", built: { value: "2017-07" } });
  const { manager: other } = await typing.business();
  const refused = await read(other, { photo: jpegOf(4, 3) });
  expect([refused.status, refused.json.message]).toEqual([
    400,
    "Photo reading isn't set up. Type what the plate says.",
  ]);
});

test.each([
  ["is down", 500, {}, 503],
  ["returns other JSON", 200, { choices: [{ message: { content: "What a plate!" } }] }, 503],
  ["does not return JSON", 200, "<html>", 503],
  ["finds no text", 200, lines(), 400],
])("a photo is refused with a message if the reader %s", async (_, status, body, expected) => {
  const { manager } = await seeing.business();
  vision.answer(status, body);
  const answer = await read(manager, { photo: jpegOf(4, 3) });
  expect(answer.status).toBe(expected);
  expect(answer.json.message).toMatch(/type what the plate says|No text was found/);
});
