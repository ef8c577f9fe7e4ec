import { expect, test } from "vitest";
import { resend } from "#worker/providers/mailer";

const bytes = Uint8Array.from({ length: 100_001 }, (_, at) => (at * 7) % 256);

/** The request sent to Resend for a mail. */
async function sent(mail: Partial<Parameters<ReturnType<typeof resend>["send"]>[0]>, from = "mail@plenum.example") {
  const calls: { url: string; headers: Headers; body: Record<string, unknown> }[] = [];
  const { send } = resend({
    key: "re_1",
    from,
    files: {
      put: async () => {},
      get: async (key) =>
        key === "kept" ? { body: new Blob([bytes]).stream(), contentType: "application/pdf" } : null,
      delete: async () => {},
      deleteUnder: async () => {},
      keysOf: async function* () {},
      deleteOf: async () => true,
    },
    deps: {
      fetch: async (url, init) => {
        calls.push({ url: url.href, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
        return new Response('{"id":"1"}');
      },
    },
  });
  await send({ to: "ada@example.com", subject: "Hello", text: "Hi", ...mail }, "row-1");
  return calls;
}

test("an email is sent with its idempotency key, so a retry sends nothing twice", async () => {
  const [call] = await sent({});
  expect(call?.url).toBe("https://api.resend.com/emails");
  expect(call?.headers.get("idempotency-key")).toBe("row-1");
  expect(call?.headers.get("authorization")).toBe("Bearer re_1");
  expect(call?.body).toEqual({ from: "mail@plenum.example", to: ["ada@example.com"], subject: "Hello", text: "Hi" });
});

test("attachments are read on delivery and sent as base64", async () => {
  const attachments = [{ fileName: "INV-0001.pdf", contentType: "application/pdf", key: "kept" }];
  const [call] = await sent({ attachments, replyTo: "office@air.example" });
  expect(call?.body).toMatchObject({
    reply_to: "office@air.example",
    attachments: [
      { filename: "INV-0001.pdf", content_type: "application/pdf", content: Buffer.from(bytes).toString("base64") },
    ],
  });
});

test("an email with a missing attachment is not sent", async () => {
  const attachments = [{ fileName: "a.pdf", contentType: "application/pdf", key: "lost" }];
  await expect(sent({ attachments })).rejects.toThrow("an attachment is gone");
});

test.each([
  ["Comfort Air", "mail@plenum.example", '"Comfort Air" <mail@plenum.example>'],
  ["Comfort Air", "Plenum <mail@plenum.example>", '"Comfort Air" <mail@plenum.example>'],
  ['Evil" <x@y.z>\r\nBcc: a@b.c', "mail@plenum.example", '"Evil   x@y.z   Bcc: a@b.c" <mail@plenum.example>'],
])("the name %j precedes the address of %s", async (fromName, from, expected) => {
  const [call] = await sent({ fromName }, from);
  expect(call?.body.from).toBe(expected);
});
