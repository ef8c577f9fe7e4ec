import { z } from "zod";
import type { TextMessages } from "~/domain/providers";
import { type HttpClient, HttpError } from "./http-client";

/** Per file, to the last byte. */
const TIMEOUT_MS = 20_000;

interface Options {
  client: HttpClient;
  accountSid: string;
  baseUrl: string;
  deletes: boolean;
}

/**
 * Media of incoming texts stored at Twilio: GET and DELETE /2010-04-01/Accounts/{sid}/Messages/{sid}/Media/{sid} with Basic auth.
 * The GET redirects to one of Twilio's file stores for some hours; no other host is called, and the key is sent to the API only.
 */
export function twilioMedia({
  client,
  accountSid,
  baseUrl,
  deletes,
}: Options): Pick<TextMessages, "keepsMedia" | "media" | "forgetMedia"> {
  const api = new URL(baseUrl).origin;
  const mediaPath = new RegExp(
    `^/2010-04-01/Accounts/${accountSid}/Messages/(?:SM|MM)[0-9a-fA-F]{32}/Media/ME[0-9a-fA-F]{32}$`,
  );
  /** Null for any other address. */
  const pathOf = (text: string) => {
    if (!URL.canParse(text)) return null;
    const { href, pathname } = new URL(text);
    return href === `${api}${pathname}` && mediaPath.test(pathname) ? pathname : null;
  };
  return {
    keepsMedia: (url) => pathOf(url) !== null,
    media: async (url, maxBytes) => {
      const path = pathOf(url);
      if (path === null) return { kind: "elsewhere" };
      try {
        const bytes = await client.file({ path, maxBytes, mayRedirectTo: isFileStore, timeoutMs: TIMEOUT_MS });
        return { kind: "taken", bytes };
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        if (error.kind === "redirect") return { kind: "elsewhere" };
        if (error.kind === "too_large") return { kind: "too_large" };
        if (error.status === 404 || error.status === 410) return { kind: "gone" };
        throw error;
      }
    },
    forgetMedia: deletes
      ? async (url) => {
          const path = pathOf(url);
          if (path === null) return;
          try {
            await client.request(z.unknown(), { method: "DELETE", path, timeoutMs: TIMEOUT_MS });
          } catch (error) {
            if (!(error instanceof HttpError && error.status === 404)) throw error;
          }
        }
      : null,
  };
}

/** Twilio's own media stores: behind Basic auth, and the older one without it. */
function isFileStore({ protocol, hostname, port, pathname }: URL): boolean {
  if (protocol !== "https:" || port !== "") return false;
  if (hostname === "mms.twiliocdn.com" || hostname === "media.twiliocdn.com") return true;
  return hostname === "s3-external-1.amazonaws.com" && pathname.startsWith("/media.twiliocdn.com/");
}
