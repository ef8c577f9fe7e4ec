/** Carries the position of this browser's last write, so that its next read sees it on any replica. */
export const bookmarkCookie = "plenum_bookmark";

/** Browsers keep `__Host-` cookies over https (and on localhost) only; over plain http the plain name is used. */
export function sessionCookieName(request: Request): string {
  return isSecure(request) ? "__Host-session" : "session";
}

export function refreshCookieName(request: Request): string {
  return isSecure(request) ? "__Secure-refresh" : "refresh";
}

export function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get("cookie") ?? "").split(/; */)) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1));
  }
  return null;
}

export function bearerToken(request: Request): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

export interface CookieOptions {
  path?: string;
  maxAge: number;
  httpOnly?: boolean;
  sameSite?: "Lax" | "Strict";
}

export function cookie(request: Request, name: string, value: string, options: CookieOptions): string {
  return [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${options.path ?? "/"}`,
    `Max-Age=${options.maxAge}`,
    `SameSite=${options.sameSite ?? "Lax"}`,
    ...(options.httpOnly === false ? [] : ["HttpOnly"]),
    ...(isSecure(request) ? ["Secure"] : []),
  ].join("; ");
}

/** The cookies of a fresh session. */
export function credentialCookies(
  request: Request,
  credentials: { sessionToken: string; refreshToken: string },
): string[] {
  return [
    cookie(request, sessionCookieName(request), credentials.sessionToken, { maxAge: sessionSeconds }),
    refreshCookie(request, credentials.refreshToken),
  ];
}

export function refreshCookie(request: Request, refreshToken: string): string {
  return cookie(request, refreshCookieName(request), refreshToken, {
    path: "/api/auth",
    maxAge: sessionSeconds,
    sameSite: "Strict",
  });
}

/** Takes both credentials away from the browser. */
export function clearedCookies(request: Request): string[] {
  return [
    cookie(request, sessionCookieName(request), "", { maxAge: 0 }),
    cookie(request, refreshCookieName(request), "", { path: "/api/auth", maxAge: 0, sameSite: "Strict" }),
  ];
}

/** A session ends 30 days after signing in, however busy it was. */
export const sessionSeconds = 30 * 24 * 60 * 60;
