/** Carries the position of this browser's last write, so that its next read sees it on any replica. */
export const bookmarkCookie = "plenum_bookmark";

/** Carries who asked last in this session, so that a page's data is read beside it. */
export const actorCookie = "plenum_actor";

/** Browsers keep `__Host-` cookies over https (and on localhost) only; over plain http the plain name is used. */
export function sessionCookieName(request: Request): string {
  return isSecure(request) ? "__Host-session" : "session";
}

export function refreshCookieName(request: Request): string {
  return isSecure(request) ? "__Host-refresh" : "refresh";
}

/** Its name and path in sessions that began before it had its prefix: they live 30 days at most. */
const formerRefreshCookie = (request: Request) => (isSecure(request) ? "__Secure-refresh" : "refresh");
const formerRefreshPath = "/api/auth";

/** Without the prefix another host of the domain could have set it: `isFormer` counts for the session of the same browser alone. */
export function readRefreshToken(request: Request): { token: string | null; isFormer: boolean } {
  const token = readCookie(request, refreshCookieName(request));
  const former = token === null ? readCookie(request, formerRefreshCookie(request)) : null;
  return { token: token ?? former, isFormer: former !== null };
}

/** Survives signing out: an account's own browser is not locked out by other people's guesses. */
export function deviceCookieName(request: Request): string {
  return isSecure(request) ? "__Host-device" : "device";
}

/** Held by the browser that began a sign-in elsewhere; the code it comes back with works there alone. */
export function flowCookieName(request: Request): string {
  return isSecure(request) ? "__Host-flow" : "flow";
}

/** Held by the browser that signed up: the link of the mail signs in there, and anywhere else it only activates. */
export function signupCookieName(request: Request): string {
  return isSecure(request) ? "__Host-signup" : "signup";
}

/** Held between the password and the code of a sign-in with two steps. */
export function secondStepCookieName(request: Request): string {
  return isSecure(request) ? "__Host-second-step" : "second-step";
}

/** Held by the browser that was asked for a passkey: what an authenticator signs for it works there alone. */
export function passkeyCookieName(request: Request): string {
  return isSecure(request) ? "__Host-passkey" : "passkey";
}

function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

export function readCookie(request: Request, name: string): string | null {
  const ownHost = hostName(request, name);
  // What was chosen before names had a prefix still counts.
  return cookieOf(request, ownHost) ?? (ownHost === name ? null : cookieOf(request, name));
}

/** What browsers remember beside credentials is bound to our host as well, where they can. */
function hostName(request: Request, name: string): string {
  return name.startsWith("plenum_") && isSecure(request) ? `__Host-${name}` : name;
}

function cookieOf(request: Request, name: string): string | null {
  for (const pair of (request.headers.get("cookie") ?? "").split(/; */)) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at) === name) return decoded(pair.slice(at + 1));
  }
  return null;
}

/** Null for what is no percent-encoding at all: anyone may send anything. */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

export function bearerToken(request: Request): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

/**
 * By which a browser is known until it has answered with a passkey, and the cookie that keeps it. Several pages of one browser may be
 * asked at a time, so that it holds one mark for all of them.
 */
export function passkeyMark(request: Request, newToken: () => string): { mark: string; setCookie: string } {
  const name = passkeyCookieName(request);
  const held = readCookie(request, name);
  const mark = held && /^[\w-]{43}$/.test(held) ? held : newToken();
  return { mark, setCookie: cookie(request, name, mark, { maxAge: 24 * 60 * 60, sameSite: "Strict" }) };
}

interface CookieOptions {
  path?: string;
  maxAge: number;
  httpOnly?: boolean;
  sameSite?: "Lax" | "Strict";
}

export function cookie(request: Request, name: string, value: string, options: CookieOptions): string {
  return [
    `${hostName(request, name)}=${encodeURIComponent(value)}`,
    `Path=${options.path ?? "/"}`,
    `Max-Age=${options.maxAge}`,
    `SameSite=${options.sameSite ?? "Lax"}`,
    ...(options.httpOnly === false ? [] : ["HttpOnly"]),
    ...(isSecure(request) ? ["Secure"] : []),
  ].join("; ");
}

/** The cookies of a fresh session, and the one by which this browser is known from now on. */
export function credentialCookies(request: Request, { credentials, device }: FreshSession): string[] {
  return [
    cookie(request, sessionCookieName(request), credentials.sessionToken, { maxAge: sessionSeconds }),
    ...refreshCookies(request, credentials.refreshToken),
    ...(device ? [cookie(request, deviceCookieName(request), device, { maxAge: 365 * 24 * 60 * 60 })] : []),
  ];
}

interface FreshSession {
  credentials: { sessionToken: string; refreshToken: string };
  device?: string | null;
}

/** The former one goes: a browser would send it first, as its path is longer. */
export function refreshCookies(request: Request, refreshToken: string): string[] {
  return [
    clearedFormerRefresh(request),
    cookie(request, refreshCookieName(request), refreshToken, { maxAge: sessionSeconds, sameSite: "Strict" }),
  ];
}

/** Takes every credential of a session away from the browser. */
export function clearedCookies(request: Request): string[] {
  return [
    cookie(request, sessionCookieName(request), "", { maxAge: 0 }),
    cookie(request, refreshCookieName(request), "", { maxAge: 0, sameSite: "Strict" }),
    clearedFormerRefresh(request),
    cookie(request, actorCookie, "", { maxAge: 0 }),
  ];
}

function clearedFormerRefresh(request: Request): string {
  const gone = { path: formerRefreshPath, maxAge: 0, sameSite: "Strict" } as const;
  return cookie(request, formerRefreshCookie(request), "", gone);
}

/** A session ends 30 days after signing in, however busy it was. */
export const sessionSeconds = 30 * 24 * 60 * 60;
