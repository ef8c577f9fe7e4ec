import fc from "fast-check";
import { expect, test } from "vitest";
import { twilio, twilioSignature } from "#worker/providers/texts";
import { deliveryOf, keywordOf, textErrorText, textNumber, waitsUntil } from "~/domain/messages/delivery";
import { fillTemplate, TEMPLATE_KEYS, TEMPLATES, unknownBlanks, windowText } from "~/domain/messages/templates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { verifyTwilio } from "~/domain/shared/webhooks/hmac.server";
import { minutesLeft, visitState } from "~/domain/visits/visit";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";

const night = { from: "21:00", to: "08:00" };
const at = (iso: string) => Date.parse(iso);

test.each<[string, string, string | null]>([
  ["evening waits for the next morning", "2026-11-24T03:30:00Z", "2026-11-24T14:00:00.000Z"],
  ["after midnight waits for the same morning", "2026-11-24T07:00:00Z", "2026-11-24T14:00:00.000Z"],
  ["the first minute after quiet hours does not wait", "2026-11-24T14:00:00Z", null],
  ["the last minute before quiet hours does not wait", "2026-11-25T02:59:00Z", null],
  [
    "on the night clocks go forward, waiting ends at eight local time",
    "2026-03-08T07:00:00Z",
    "2026-03-08T13:00:00.000Z",
  ],
])("quiet hours in Milwaukee: %s", (_, now, until) => {
  const wait = waitsUntil(at(now), night, "America/Chicago");
  expect(wait === null ? null : new Date(wait).toISOString()).toBe(until);
});

test("a held text goes out when quiet hours end, in any zone at any time", () => {
  const zones = ["America/Chicago", "America/Phoenix", "America/New_York", "Pacific/Honolulu"];
  fc.assert(
    fc.property(
      fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2026-12-31T00:00:00Z") }),
      fc.constantFrom(...zones),
      (now, zone) => {
        const until = waitsUntil(now, night, zone);
        if (until === null) return;
        expect(until).toBeGreaterThan(now);
        expect(until - now).toBeLessThanOrEqual(12 * 3_600_000);
        expect(wallTimeOf(until, zone).time).toBe("08:00");
      },
    ),
  );
  expect(waitsUntil(at("2026-11-24T05:00:00Z"), { from: "08:00", to: "08:00" }, "America/Chicago")).toBeNull();
});

test.each<[string, "stop" | "start" | null]>([
  ["STOP", "stop"],
  [" stop. ", "stop"],
  ["Unsubscribe", "stop"],
  ["start", "start"],
  ["Yes", null],
  ["please stop by at 9", null],
  ["Stop all", "stop"],
  ["stop all of it", null],
  ["", null],
])("the text '%s' is the keyword %j", (body, keyword) => {
  expect(keywordOf(body)).toBe(keyword);
});

test("a keyword that the text host has recognized counts, whatever the text's own words", () => {
  expect(keywordOf("No more please", "STOP")).toBe("stop");
  expect(keywordOf("Yes", "START")).toBe("start");
  expect(keywordOf("info", "HELP")).toBeNull();
});

test("texts go only to plain phone numbers", () => {
  expect(textNumber("+14145550100")).toBe("+14145550100");
  expect(textNumber("+14145550100;ext=12")).toBeNull();
  expect(textNumber(null)).toBeNull();
});

test("provider error codes are explained in words, unknown ones with their number", () => {
  expect(textErrorText(30006)).toContain("landline");
  expect(textErrorText(12345)).toContain("12345");
  expect(["queued", "sent", "delivered", "undelivered", "else"].map(deliveryOf)).toEqual([
    "queued",
    "sent",
    "delivered",
    "failed",
    null,
  ]);
});

test("a template's blanks are filled in, and unknown ones stay and are listed", () => {
  const { text, missing } = fillTemplate("Hi {customer}, {minutes} minutes. {link}", {
    customer: "Ana",
    minutes: null,
    link: "https://x.example",
  });
  expect([text, missing]).toEqual(["Hi Ana, {minutes} minutes. https://x.example", ["minutes"]]);
  expect(unknownBlanks("Hi {customer} {name}")).toEqual(["name"]);
  for (const key of TEMPLATE_KEYS) expect(unknownBlanks(TEMPLATES[key].body), key).toEqual([]);
  const window = { start: "2026-11-24T14:00:00Z", end: "2026-11-24T16:00:00Z" };
  expect(windowText(window, "America/Chicago", at("2026-11-20T00:00:00Z"))).toBe("Tue, Nov 24, from 8:00 to 10:00 AM");
});

test("a signature is accepted only from its sender: the published example, another key, another field", async () => {
  // The example on the security page of Twilio's documentation.
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const form = new URLSearchParams({
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675309",
    Digits: "1234",
    From: "+14158675309",
    To: "+18005551212",
  });
  const headers = new Headers({ "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=" });
  expect(await verifyTwilio({ headers, form, url }, "12345")).toBe(true);
  expect(await twilioSignature({ url, form }, "12345")).toBe("RSOYDt4T1cUTdK1PDd93/VVr8B8=");
  expect(await verifyTwilio({ headers, form, url }, "54321")).toBe(false);
  form.set("Digits", "9999");
  expect(await verifyTwilio({ headers, form, url }, "12345")).toBe(false);
  expect(await verifyTwilio({ headers: new Headers(), form, url }, "12345")).toBe(false);
});

test("a field given several times is signed with each of its values once, sorted", async () => {
  // From the tests of Twilio's own libraries.
  const headers = new Headers({ "x-twilio-signature": "IK+Dwps556ElfBT0I3Rgjkr1wJU=" });
  const form = new URLSearchParams("Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234");
  expect(await verifyTwilio({ headers, form, url: "https://mycompany.com/myapp.php?foo=1&bar=2" }, "12345")).toBe(true);
});

interface Call {
  url: string;
  method: string;
  body: string;
  authorization: string | null;
}

function host(answers: ((call: Call) => Response)[]) {
  const calls: Call[] = [];
  const texts = twilio({
    ...{ accountSid: "AC1", authToken: "secret", numbers: new Map([["org", "+14145550100"]]) },
    deps: {
      fetch: async (url, init) => {
        const call = {
          ...{ url: String(url), method: init.method ?? "GET", body: String(init.body ?? "") },
          authorization: new Headers(init.headers).get("authorization"),
        };
        calls.push(call);
        const answer = answers.shift();
        if (!answer) throw new Error("no network");
        return answer(call);
      },
    },
  });
  return { texts, calls };
}

const text = {
  from: "+14145550100",
  to: "+14145550123",
  body: "On my way & soon",
  mediaUrl: null,
  callback: "https://x.example/status",
};
const first = { retryOf: null };

test("a text is sent as Twilio documents it", async () => {
  const { texts, calls } = host([
    () => Response.json({ sid: "SM1", status: "queued", error_code: null }, { status: 201 }),
  ]);
  expect(await texts.send(text, first)).toEqual({ kind: "taken", id: "SM1", state: "queued" });
  expect(calls[0]?.url).toBe("https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json");
  expect(calls[0]?.authorization).toBe(`Basic ${btoa("AC1:secret")}`);
  expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
    ...{ From: text.from, To: text.to, Body: text.body, StatusCallback: text.callback },
  });
});

test("a picture is sent as a URL for Twilio to fetch, with or without text", async () => {
  const mediaUrl = "https://x.example/s/picture/abc";
  const sent = () => Response.json({ sid: "MM1", status: "accepted" }, { status: 201 });
  const { texts, calls } = host([sent, sent]);
  await texts.send({ ...text, mediaUrl }, first);
  await texts.send({ ...text, body: "", mediaUrl }, first);
  const [both, alone] = calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  expect(both).toMatchObject({ Body: text.body, MediaUrl: mediaUrl });
  expect(alone).toEqual({ From: text.from, To: text.to, StatusCallback: text.callback, MediaUrl: mediaUrl });
});

test("permanent refusals are explained in words, and temporary failures throw for a retry", async () => {
  const refused = (code: number, status = 400) =>
    host([() => Response.json({ code, message: "", status }, { status })]).texts.send(text, first);
  expect(await refused(21610)).toEqual({
    kind: "refused",
    text: "The customer has opted out of texts from your number",
  });
  await expect(refused(21611)).rejects.toThrow();
  await expect(refused(20003, 401)).rejects.toThrow();
  await expect(host([() => new Response("busy", { status: 503 })]).texts.send(text, first)).rejects.toThrow();
  await expect(host([]).texts.send(text, first)).rejects.toThrow();
});

/** The list of texts as Twilio returns it, newest first. */
const listed = (texts: { sid: string; at: string; status?: string }[]) => () =>
  Response.json({
    messages: texts.map(({ sid, at, status = "delivered" }) => ({
      ...{
        sid,
        status,
        body: text.body,
        to: text.to,
        date_created: new Date(at).toUTCString().replace("GMT", "+0000"),
      },
    })),
  });
const accepted = (sid: string) => () => Response.json({ sid, status: "accepted" }, { status: 201 });
const retryOf = (since: string, ...claimed: string[]) => ({
  retryOf: { since, claimed: async (ids: readonly string[]) => new Set(ids.filter((id) => claimed.includes(id))) },
});

test("a retry first checks if the previous attempt went through", async () => {
  const retry = retryOf("2026-11-24T10:00:00.900Z");
  // Twilio's dates have whole seconds.
  const known = host([listed([{ sid: "SM7", at: "2026-11-24T10:00:00Z" }])]);
  expect(await known.texts.send(text, retry)).toEqual({ kind: "taken", id: "SM7", state: "delivered" });
  expect(known.calls).toHaveLength(1);
  const lost = host([listed([]), accepted("SM8")]);
  expect(await lost.texts.send(text, retry)).toMatchObject({ id: "SM8" });
});

test("a retry is not taken for an identical text sent earlier, nor for one of another message", async () => {
  const afternoon = "2026-11-24T20:00:00.000Z";
  const morning = { sid: "SM1", at: "2026-11-24T14:00:00Z" };
  const earlier = host([listed([morning]), accepted("SM2")]);
  expect(await earlier.texts.send(text, retryOf(afternoon))).toMatchObject({ id: "SM2" });
  const atOnce = [{ sid: "SM3", at: afternoon }, { sid: "SM4", at: afternoon }, morning];
  const other = host([listed(atOnce)]);
  expect(await other.texts.send(text, retryOf(afternoon, "SM3"))).toMatchObject({ id: "SM4" });
  const none = host([listed(atOnce), accepted("SM5")]);
  expect(await none.texts.send(text, retryOf(afternoon, "SM3", "SM4"))).toMatchObject({ id: "SM5" });
});

test("a retry finds its text when Twilio's clock is a little behind, even on the day before", async () => {
  const late = host([listed([{ sid: "SM6", at: "2026-11-23T23:59:50Z" }])]);
  expect(await late.texts.send(text, retryOf("2026-11-24T00:00:05.000Z"))).toMatchObject({ id: "SM6" });
  expect(new URL(late.calls[0]?.url ?? "").searchParams.get("DateSent>")).toBe("2026-11-23");
});

test("every work order status has a customer view, and minutes are never below five", () => {
  for (const status of WORK_ORDER_STATUSES) expect(visitState(status)).toBeTruthy();
  expect(minutesLeft(0, 22, 0)).toBe(25);
  expect(minutesLeft(0, 22, 10 * 60_000)).toBe(15);
  expect(minutesLeft(0, 22, 60 * 60_000)).toBe(5);
  expect(minutesLeft(0, null, 0)).toBeNull();
});
