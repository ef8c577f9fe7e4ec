import { expect, test } from "vitest";
import {
  clearedCookies,
  cookie,
  credentialCookies,
  passkeyMark,
  readCookie,
  refreshCookieName,
  sessionCookieName,
} from "~/domain/auth/cookies";

const request = new Request("https://plenum.example/login");
const fresh = { credentials: { sessionToken: "session-token", refreshToken: "refresh-token" }, device: "device" };

test("over https credentials are bound to our host, to https and away from scripts", () => {
  const [session = "", refresh = "", device = ""] = credentialCookies(request, fresh);
  expect(session).toMatch(/^__Host-session=session-token; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure$/);
  expect(refresh).toMatch(
    /^__Secure-refresh=refresh-token; Path=\/api\/auth; Max-Age=2592000; SameSite=Strict; HttpOnly; Secure$/,
  );
  expect(device).toMatch(/^__Host-device=device; .*HttpOnly; Secure$/);
  for (const each of [session, refresh, device]) expect(each).not.toContain("Domain");
});

test("signing out takes them away", () => {
  const cleared = clearedCookies(request);
  for (const [at, name] of [sessionCookieName(request), refreshCookieName(request)].entries()) {
    expect(cleared[at]).toContain(`${name}=;`);
    expect(cleared[at]).toContain("Max-Age=0");
  }
});

test("over https what is remembered beside credentials is bound to our host too; what was stored before is read", () => {
  expect(cookie(request, "plenum_toast", "saved", { maxAge: 30 })).toBe(
    "__Host-plenum_toast=saved; Path=/; Max-Age=30; SameSite=Lax; HttpOnly; Secure",
  );
  const holding = (value: string) => new Request(request, { headers: { cookie: value } });
  expect(readCookie(holding("plenum_theme=dark"), "plenum_theme")).toBe("dark");
  expect(readCookie(holding("plenum_theme=dark; __Host-plenum_theme=light"), "plenum_theme")).toBe("light");
  const plain = new Request("http://localhost:8787/", { headers: { cookie: "plenum_theme=dark" } });
  expect(readCookie(plain, "plenum_theme")).toBe("dark");
  expect(cookie(plain, "plenum_toast", "saved", { maxAge: 30 })).toMatch(/^plenum_toast=saved; .*HttpOnly$/);
});

test("a browser keeps one mark for all its pages that ask for a passkey, unless what it holds is none", () => {
  const mark = "m".repeat(43);
  const holding = (value: string) => new Request(request, { headers: { cookie: `__Host-passkey=${value}` } });
  expect(passkeyMark(request, () => mark)).toEqual({
    mark,
    setCookie: `__Host-passkey=${mark}; Path=/; Max-Age=86400; SameSite=Strict; HttpOnly; Secure`,
  });
  expect(passkeyMark(holding("h".repeat(43)), () => mark).mark).toBe("h".repeat(43));
  expect(passkeyMark(holding("short"), () => mark).mark).toBe(mark);
});
