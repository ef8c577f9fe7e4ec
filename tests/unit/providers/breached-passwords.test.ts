import { expect, test, vi } from "vitest";
import { breachService } from "#tests/support/breached-passwords";
import { breachedPasswords } from "#worker/providers/breached-passwords";

const service = await breachService(["hunter2-hunter2", "пароль-на-кухне"], ["quiet-duct-4-cold-morning"]);
const settings = { BREACHED_PASSWORDS_URL: service.url, ENVIRONMENT: "test" } as const;
const asking = breachedPasswords(settings);

test("a password in any script is matched by the rest of its hash", async () => {
  service.mood("answers");
  expect(await asking.has("hunter2-hunter2")).toBe(true);
  expect(await asking.has("пароль-на-кухне")).toBe(true);
  expect(await asking.has("hunter2-hunter3")).toBe(false);
});

test("only the first five digits of the hash are sent", async () => {
  service.mood("answers");
  service.requests.length = 0;
  await asking.has("password");
  // SHA-1 of `password` is 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8.
  expect(service.requests.map(({ line }) => line)).toEqual(["GET /range/5BAA6"]);
  const [{ headers } = { headers: {} }] = service.requests;
  expect(headers).toMatchObject({ "add-padding": "true", "user-agent": expect.stringContaining("Plenum") });
  expect(JSON.stringify(headers)).not.toMatch(/1E4C9B93|password/i);
});

test("a padding line is not a breach", async () => {
  service.mood("answers");
  expect(await asking.has("quiet-duct-4-cold-morning")).toBe(false);
});

test("line endings, case and a trailing line break make no difference", async () => {
  const suffix = "1E4C9B93F3F0682250B6CF8331B7EE68FD8";
  const other = "0".repeat(35);
  for (const text of [
    `${suffix}:9\r\n${other}:1`,
    `${other}:1\n${suffix.toLowerCase()}:9\n`,
    `${other}:1\r\n${suffix}:9\r\n`,
  ]) {
    const fetched = breachedPasswords(
      { BREACHED_PASSWORDS_URL: "https://breaches.example", ENVIRONMENT: "test" },
      { fetch: async () => new Response(text) },
    );
    expect(await fetched.has("password"), text).toBe(true);
    expect(await fetched.has("passwort"), text).toBe(false);
  }
});

test.each([
  ["503", "breached passwords: server_error (503)"],
  ["portal", "breached passwords: unexpected (200)"],
  ["empty", "breached passwords: unexpected (200)"],
  ["hangs", "breached passwords: timeout"],
  ["stops", "breached passwords: timeout"],
] as const)(
  "a failing service (%s) is called once, may take two seconds, and its error has no password",
  async (mood, message) => {
    service.mood(mood);
    service.requests.length = 0;
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
    // The time is over once the request, or the beginning of its answer, has arrived, however long that took.
    service.onHang = () => time.abort();
    const timedFetch = async (url: URL, init?: RequestInit) => {
      const answer = await fetch(url, init);
      if (mood === "stops") time.abort();
      return answer;
    };
    await expect(breachedPasswords(settings, { fetch: timedFetch }).has("hunter2-hunter2")).rejects.toThrow(message);
    expect(timeout.mock.calls).toEqual([[2000]]);
    timeout.mockRestore();
    expect(service.requests).toHaveLength(1);
  },
);

test("production uses the public service unless turned off; elsewhere no service is called until one is configured", async () => {
  const urls: string[] = [];
  const fetch = async (url: URL) => {
    urls.push(url.href);
    return new Response(`${"0".repeat(35)}:1`);
  };
  const kindOf = (ENVIRONMENT: "production" | "local" | "test", BREACHED_PASSWORDS_URL?: string) =>
    breachedPasswords({ ENVIRONMENT, BREACHED_PASSWORDS_URL }, { fetch });
  expect(await kindOf("production").has("password")).toBe(false);
  expect(urls).toEqual(["https://api.pwnedpasswords.com/range/5BAA6"]);
  expect([kindOf("production", "none"), kindOf("local"), kindOf("test")].map(({ kind }) => kind)).toEqual(
    Array(3).fill("embedded"),
  );
  expect(await kindOf("local").has("Passw0rd")).toBe(true);
  expect(await kindOf("local").has("quiet-duct-4-cold-morning")).toBe(false);
  expect(urls).toHaveLength(1);
});
