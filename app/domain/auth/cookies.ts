import { DAY_SECONDS } from "~/domain/shared/time/dates";
/** Holds the database bookmark of this browser's last write, so that its next read sees it on any replica. */
export const bookmarkCookie = "plenum_bookmark";

/** Holds the session's last known actor, so that a page's data can be read in parallel with the session. */
export const actorCookie = "plenum_actor";

/** Browsers accept `__Host-` cookies over https (and on localhost) only; over plain http the unprefixed name is used. */
export function sessionCookieName(request: Request): string {
  return isSecure(request) ? "__Host-session" : "session";
}

export function refreshCookieName(request: Request): string {
  return isSecure(request) ? "__Host-refresh" : "refresh";
}

/** The name and path used by sessions from before the cookie had its prefix; they last 30 days at most. */
const formerRefreshCookie = (request: Request) => (isSecure(request) ? "__Secure-refresh" : "refresh");
const formerRefreshPath = "/api/auth";

/**
 * Without the prefix, another host of the domain could have set it, so a token with `isFormer` is accepted only for the same
 * browser's session.
 */
export function readRefreshToken(request: Request): { token: string | null; isFormer: boolean } {
  const token = readCookie(request, refreshCookieName(request));
  const former = token === null ? readCookie(request, formerRefreshCookie(request)) : null;
  return { token: token ?? former, isFormer: former !== null };
}

/** Survives signing out, so that an account's usual browser is not locked out by other people's guesses. */
export function deviceCookieName(request: Request): string {
  return isSecure(request) ? "__Host-device" : "device";
}

/** Set in the browser that starts a sign-in with another provider; the returned code works only there. */
export function flowCookieName(request: Request): string {
  return isSecure(request) ? "__Host-flow" : "flow";
}

/** Set in the browser that signed up: the emailed link signs in there and only activates the account anywhere else. */
export function signupCookieName(request: Request): string {
  return isSecure(request) ? "__Host-signup" : "signup";
}

/** Set between the password and the code of a two-step sign-in. */
export function secondStepCookieName(request: Request): string {
  return isSecure(request) ? "__Host-second-step" : "second-step";
}

/** The second step that this browser's sign-in waits for; empty if none. */
export const readChallenge = (request: Request): string => readCookie(request, secondStepCookieName(request)) ?? "";

/** Set in the browser that was asked for a passkey: the authenticator's response works only there. */
export function passkeyCookieName(request: Request): string {
  return isSecure(request) ? "__Host-passkey" : "passkey";
}

function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

export function readCookie(request: Request, name: string): string | null {
  const ownHost = hostName(request, name);
  // A preference stored before names had a prefix is still read.
  return cookieOf(request, ownHost) ?? (ownHost === name ? null : cookieOf(request, name));
}

/** Cookies other than credentials are also bound to our host where the browser supports it. */
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

/** Null for invalid percent-encoding, since anyone can send anything. */
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
 * Identifies a browser until it has responded with a passkey; returned with its cookie. Several pages of one browser may be asked
 * at the same time, so they share one mark.
 */
export function passkeyMark(request: Request, newToken: () => string): { mark: string; setCookie: string } {
  const name = passkeyCookieName(request);
  const held = readCookie(request, name);
  const mark = held && /^[\w-]{43}$/.test(held) ? held : newToken();
  return { mark, setCookie: cookie(request, name, { value: mark, maxAge: DAY_SECONDS, sameSite: "Strict" }) };
}

interface Cookie {
  value: string;
  path?: string;
  maxAge: number;
  httpOnly?: boolean;
  sameSite?: "Lax" | "Strict";
}

export function cookie(request: Request, name: string, { value, ...options }: Cookie): string {
  return [
    `${hostName(request, name)}=${encodeURIComponent(value)}`,
    `Path=${options.path ?? "/"}`,
    `Max-Age=${options.maxAge}`,
    `SameSite=${options.sameSite ?? "Lax"}`,
    ...(options.httpOnly === false ? [] : ["HttpOnly"]),
    ...(isSecure(request) ? ["Secure"] : []),
  ].join("; ");
}

/** The cookies of a new session, including the one that identifies this browser from now on. */
export function credentialCookies(request: Request, { credentials, device }: FreshSession): string[] {
  return [
    cookie(request, sessionCookieName(request), { value: credentials.sessionToken, maxAge: sessionSeconds }),
    ...refreshCookies(request, credentials.refreshToken),
    ...(device ? [cookie(request, deviceCookieName(request), { value: device, maxAge: 365 * DAY_SECONDS })] : []),
  ];
}

interface FreshSession {
  credentials: { sessionToken: string; refreshToken: string };
  device?: string | null;
}

/** Clears the former cookie, which a browser would send first because of its longer path. */
export function refreshCookies(request: Request, refreshToken: string): string[] {
  return [
    clearedFormerRefresh(request),
    cookie(request, refreshCookieName(request), { value: refreshToken, maxAge: sessionSeconds, sameSite: "Strict" }),
  ];
}

/** Clears all of a session's credentials from the browser. */
export function clearedCookies(request: Request): string[] {
  return [
    cookie(request, sessionCookieName(request), { value: "", maxAge: 0 }),
    cookie(request, refreshCookieName(request), { value: "", maxAge: 0, sameSite: "Strict" }),
    clearedFormerRefresh(request),
    cookie(request, actorCookie, { value: "", maxAge: 0 }),
  ];
}

function clearedFormerRefresh(request: Request): string {
  const gone = { path: formerRefreshPath, maxAge: 0, sameSite: "Strict" } as const;
  return cookie(request, formerRefreshCookie(request), { value: "", ...gone });
}

/** A session ends 30 days after sign-in, regardless of activity. */
export const sessionSeconds = 30 * DAY_SECONDS;
