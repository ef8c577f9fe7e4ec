import { expect, test } from "vitest";
import * as cookies from "~/domain/auth/cookies";
import {
  clearedCookies,
  cookie,
  credentialCookies,
  passkeyMark,
  readCookie,
  readRefreshToken,
  refreshCookieName,
  sessionCookieName,
} from "~/domain/auth/cookies";

const request = new Request("https://plenum.example/login");
const fresh = { credentials: { sessionToken: "session-token", refreshToken: "refresh-token" }, device: "device" };

test("over HTTPS, credential cookies are host-bound, secure and hidden from scripts", () => {
  const [session = "", former = "", refresh = "", device = ""] = credentialCookies(request, fresh);
  expect(session).toMatch(/^__Host-session=session-token; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure$/);
  expect(refresh).toMatch(
    /^__Host-refresh=refresh-token; Path=\/; Max-Age=2592000; SameSite=Strict; HttpOnly; Secure$/,
  );
  expect(former).toMatch(/^__Secure-refresh=; Path=\/api\/auth; Max-Age=0; /);
  expect(device).toMatch(/^__Host-device=device; .*HttpOnly; Secure$/);
  for (const each of [session, refresh, device]) expect(each).not.toContain("Domain");
});

/** Guarantee: exports with such a name take the request and return the cookie's name. */
const isNameOf = (exported: unknown): exported is (request: Request) => string => typeof exported === "function";

test("over HTTPS, every cookie has the __Host- prefix", () => {
  const credentials = Object.entries(cookies).flatMap(([name, nameOf]) =>
    name.endsWith("CookieName") && isNameOf(nameOf) ? [nameOf(request)] : [],
  );
  expect(credentials.length).toBeGreaterThan(6);
  for (const name of [...credentials, cookies.bookmarkCookie, cookies.actorCookie]) {
    expect(cookie(request, name, { value: "value", maxAge: 60 })).toMatch(/^__Host-.*; Path=\/; .*; Secure$/);
  }
});

test("signing out clears every cookie, each with the path it was set with", () => {
  const cleared = clearedCookies(request);
  const gone = [
    [sessionCookieName(request), "/"],
    [refreshCookieName(request), "/"],
    ["__Secure-refresh", "/api/auth"],
  ] as const;
  for (const [at, [name, path]] of gone.entries()) {
    expect(cleared[at]).toMatch(`${name}=; Path=${path}; Max-Age=0;`);
  }
});

test("a refresh token is read from its own cookie, and one from a former cookie is flagged", () => {
  const holding = (value: string) => readRefreshToken(new Request(request, { headers: { cookie: value } }));
  expect(holding("__Host-refresh=new; __Secure-refresh=old")).toEqual({ token: "new", isFormer: false });
  expect(holding("__Secure-refresh=old")).toEqual({ token: "old", isFormer: true });
  expect(holding("refresh=plain; __Host-session=session")).toEqual({ token: null, isFormer: false });
});

test("a signed-in browser sends less than 200 bytes of credential cookies per request", () => {
  const token = "t".repeat(43);
  const credentials = { sessionToken: token, refreshToken: token };
  const lines = credentialCookies(request, { credentials, device: token }).filter(
    (line) => !line.includes("Max-Age=0"),
  );
  const sent = lines.map((line) => line.split("; ")[0]).join("; ");
  expect(sent.length).toBeGreaterThan(3 * token.length);
  expect(sent.length).toBeLessThan(200);
});

test("over HTTPS, other cookies are host-bound too, and ones stored earlier are still read", () => {
  expect(cookie(request, "plenum_toast", { value: "saved", maxAge: 30 })).toBe(
    "__Host-plenum_toast=saved; Path=/; Max-Age=30; SameSite=Lax; HttpOnly; Secure",
  );
  const holding = (value: string) => new Request(request, { headers: { cookie: value } });
  expect(readCookie(holding("plenum_theme=dark"), "plenum_theme")).toBe("dark");
  expect(readCookie(holding("plenum_theme=dark; __Host-plenum_theme=light"), "plenum_theme")).toBe("light");
  const plain = new Request("http://localhost:8787/", { headers: { cookie: "plenum_theme=dark" } });
  expect(readCookie(plain, "plenum_theme")).toBe("dark");
  expect(cookie(plain, "plenum_toast", { value: "saved", maxAge: 30 })).toMatch(/^plenum_toast=saved; .*HttpOnly$/);
});

test("a browser keeps one passkey mark for all its pages, unless the stored one is invalid", () => {
  const mark = "m".repeat(43);
  const holding = (value: string) => new Request(request, { headers: { cookie: `__Host-passkey=${value}` } });
  expect(passkeyMark(request, () => mark)).toEqual({
    mark,
    setCookie: `__Host-passkey=${mark}; Path=/; Max-Age=86400; SameSite=Strict; HttpOnly; Secure`,
  });
  expect(passkeyMark(holding("h".repeat(43)), () => mark).mark).toBe("h".repeat(43));
  expect(passkeyMark(holding("short"), () => mark).mark).toBe(mark);
});
