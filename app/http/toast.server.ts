import { redirect, type TypedResponse } from "@remix-run/cloudflare";
import { z } from "zod";
import { cookie, readCookie } from "~/domain/auth/cookies";

const MAX_TEXT = 300;

const Toast = z.object({
  tone: z.enum(["success", "error", "info"]),
  text: z.string().max(MAX_TEXT),
  /** The form that undoes the action; a path within the app. */
  undo: z.object({ action: z.string().regex(/^\/(?!\/)/), fields: z.record(z.string(), z.string()) }).optional(),
});
type Toast = z.infer<typeof Toast>;

const name = "plenum_toast";

/** Redirects to another screen and shows a toast there. */
export function redirectWithToast(
  request: Request,
  to: string,
  /** With other cookies to set, if any. */
  { cookies = [], text, ...rest }: Toast & { cookies?: string[] },
): TypedResponse<never> {
  const headers = new Headers();
  const toast: Toast = { ...rest, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text };
  for (const each of [...cookies, cookie(request, name, { value: JSON.stringify(toast), maxAge: 30 })])
    headers.append("Set-Cookie", each);
  return redirect(to, { headers });
}

/** The toast to show for this request, and the header that clears its cookie. */
export function takeToast(request: Request): { toast: Toast | null; headers: HeadersInit } {
  const stored = readCookie(request, name);
  if (!stored) return { toast: null, headers: {} };
  const headers = { "Set-Cookie": cookie(request, name, { value: "", maxAge: 0 }) };
  try {
    return { toast: Toast.parse(JSON.parse(stored)), headers };
  } catch {
    return { toast: null, headers };
  }
}
