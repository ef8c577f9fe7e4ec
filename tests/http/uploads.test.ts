import { expect, test } from "vitest";
import { addItem } from "#tests/support/inventory";
import { pageText } from "#tests/support/page-text";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager, orgId } = await worker.business();
const item = await addItem(manager);
const { siteAddressId } = await addCustomer(worker, orgId);

const pages = [
  [`/inventory/items/${item.id}/picture`, "picture", { intent: "save" }, "The picture is larger than 4 MB"],
  [`/properties/${siteAddressId}/photos/new`, "photo", { caption: "By the door" }, "The picture is larger than 8 MB"],
  ["/report-problem", "screenshot", { text: "It broke", screenshotChecked: "on" }, "The file is larger than 10 MB"],
] as const;

/** Coded pixels of an all-zero picture: no byte of it starts a marker. */
const pictureOf = (bytes: number) => jpegOf(4, 3, { scan: new Uint8Array(bytes) });

interface Sending {
  path: string;
  field: string;
  fields: Record<string, string>;
  bytes: number;
  headers?: Record<string, string>;
}

function send(who: Visitor, { path, field, fields, bytes, headers = {} }: Sending) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ idempotencyKey: crypto.randomUUID(), ...fields })) form.set(name, value);
  form.set(field, new File([pictureOf(bytes)], "picture.jpg", { type: "image/jpeg" }));
  return who.send<never>("POST", path, { body: form, headers: { accept: "text/html", ...headers } });
}

test.each(pages)("%s accepts a picture of 2 MB", async (path, field, fields) => {
  expect((await send(manager, { path, field, fields, bytes: 2_000_000 })).status).toBe(302);
});

test.each(pages)(
  "%s says how large a picture may be, with and without JavaScript",
  async (path, field, fields, text) => {
    for (const bytes of [10_100_000, 14_000_000]) {
      const page = await send(manager, { path, field, fields, bytes });
      expect(page.status).toBe(413);
      expect(pageText(page.text)).toContain(text);
      const script = await send(manager, { path: `${path}.data`, field, fields, bytes, headers: { accept: "*/*" } });
      expect([script.status, script.headers.get("content-type")]).toEqual([413, "text/x-script"]);
      expect(script.text).toContain(text);
    }
  },
);

test("a form without a file that is too large gets a page with the reason", async () => {
  const page = await manager.submit("/report-problem", { text: "a".repeat(11_000_000) }, { accept: "text/html" });
  expect(page.status).toBe(413);
  const other = await manager.submit("/todos.data", { intent: "quick", text: "a".repeat(1_100_000) });
  expect([other.status, other.headers.get("content-type")]).toEqual([413, "text/x-script"]);
  expect(other.text).toContain("The form is larger than 1 MB.");
});
