import { expect, test } from "vitest";
import { httpClient } from "#worker/providers/http-client";
import { twilioMedia } from "#worker/providers/text-media";

const accountSid = `AC${"1".repeat(32)}`;
const path = `/2010-04-01/Accounts/${accountSid}/Messages/MM${"a".repeat(32)}/Media/ME${"b".repeat(32)}`;
const url = `https://api.twilio.com${path}`;

/** A host that returns the given responses in turn and records its requests. */
function host(answers: (Response | Error)[], deletes = false) {
  const calls: { what: string; authorization: string | null }[] = [];
  const baseUrl = "https://api.twilio.com";
  const client = httpClient({
    ...{ service: "texts", baseUrl, headers: { authorization: "Basic secret" }, maxAttempts: 1 },
    deps: {
      fetch: async (at, init) => {
        const authorization = new Headers(init.headers).get("authorization");
        calls.push({ what: `${init.method ?? "GET"} ${at.href}`, authorization });
        const answer = answers.shift() ?? new Response(null, { status: 500 });
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  });
  const media = twilioMedia({ client, accountSid, baseUrl, deletes });
  return { media, calls };
}

const leadsTo = (location: string) => new Response(null, { status: 307, headers: { location } });
const picture = () => new Response(new Uint8Array([1, 2, 3]));

test("a picture is read with the account's key, but from Twilio's file store without it", async () => {
  const { media, calls } = host([leadsTo("https://mms.twiliocdn.com/AC1/x?Expires=1"), picture()]);
  expect(await media.media(url, 10)).toEqual({ kind: "taken", bytes: new Uint8Array([1, 2, 3]) });
  expect(calls).toEqual([
    { what: `GET ${url}`, authorization: "Basic secret" },
    { what: "GET https://mms.twiliocdn.com/AC1/x?Expires=1", authorization: null },
  ]);
});

test.each([
  "http://169.254.169.254/latest/meta-data",
  "https://localhost/x",
  "https://mms.twiliocdn.com.evil.example/x",
  "http://mms.twiliocdn.com/x",
  "https://mms.twiliocdn.com:8443/x",
  "https://s3-external-1.amazonaws.com/someone-else/x",
  "file:///etc/passwd",
  "//10.0.0.1/x",
])("a redirect to %s is not followed", async (location) => {
  const { media, calls } = host([leadsTo(location)]);
  expect(await media.media(url, 10)).toEqual({ kind: "elsewhere" });
  expect(calls).toHaveLength(1);
});

test("a redirect to the older store is followed, an endless chain is not", async () => {
  const old = "https://s3-external-1.amazonaws.com/media.twiliocdn.com/AC1/x";
  expect(await host([leadsTo(old), picture()]).media.media(url, 10)).toMatchObject({ kind: "taken" });
  const { media, calls } = host(Array.from({ length: 9 }, () => leadsTo(old)));
  expect(await media.media(url, 10)).toEqual({ kind: "elsewhere" });
  expect(calls).toHaveLength(4);
});

test.each([
  `https://evil.example${path}`,
  `http://api.twilio.com${path}`,
  `https://api.twilio.com@evil.example${path}`,
  `https://user:pass@api.twilio.com${path}`,
  `${url}?to=x`,
  `${url}.json`,
  `https://api.twilio.com${path.replace(accountSid, `AC${"2".repeat(32)}`)}`,
  `https://api.twilio.com${path}/../../../Calls.json`,
  "https://api.twilio.com/2010-04-01/Accounts.json",
  "http://127.0.0.1:8787/api/work-orders",
  "nothing",
])("%s is not a media URL of the account and is not requested", async (address) => {
  const { media, calls } = host([picture()]);
  expect(media.keepsMedia(address)).toBe(false);
  expect(await media.media(address, 10)).toEqual({ kind: "elsewhere" });
  expect(calls).toEqual([]);
});

test("an oversized file is not read to the end, with or without a content length", async () => {
  const response = new Response("x", { headers: { "content-length": "6000000" } });
  expect(await host([response]).media.media(url, 5_000_000)).toEqual({ kind: "too_large" });
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(100_000));
    },
  });
  expect(await host([new Response(endless)]).media.media(url, 5_000_000)).toEqual({ kind: "too_large" });
  expect(sent).toBeLessThan(60);
});

test("a deleted picture is distinguished from a failing host", async () => {
  expect(await host([new Response(null, { status: 404 })]).media.media(url, 10)).toEqual({ kind: "gone" });
  for (const [trouble, kind] of [
    [new Response(null, { status: 503 }), "server_error"],
    [new Response(null, { status: 401 }), "reconnect"],
    [new Error("slow"), "unreachable"],
  ] as const)
    await expect(host([trouble]).media.media(url, 10)).rejects.toMatchObject({ kind });
});

test("while the host asks to wait, no further picture is requested", async () => {
  const limited = new Response(null, { status: 429, headers: { "retry-after": "60" } });
  const { media, calls } = host([limited, picture()]);
  for (let tries = 0; tries < 2; tries += 1)
    await expect(media.media(url, 10)).rejects.toMatchObject({ kind: "rate_limited" });
  expect(calls).toHaveLength(1);
});

test("the picture is deleted at the host if configured, and already deleted counts as success", async () => {
  expect(host([]).media.forgetMedia).toBeNull();
  const { media, calls } = host([new Response(null, { status: 204 }), new Response(null, { status: 404 })], true);
  await media.forgetMedia?.(url);
  await media.forgetMedia?.(url);
  expect(calls.map(({ what }) => what)).toEqual([`DELETE ${url}`, `DELETE ${url}`]);
  await expect(host([new Response(null, { status: 500 })], true).media.forgetMedia?.(url)).rejects.toThrow();
});
