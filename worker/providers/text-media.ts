import type { TextMessages } from "~/domain/providers";

/** Per file, to the last byte. */
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;

interface Options {
  accountSid: string;
  baseUrl: string;
  headers: Record<string, string>;
  deletes: boolean;
  fetch?: (url: URL, init: RequestInit) => Promise<Response>;
}

/**
 * Media of incoming texts stored at Twilio: GET and DELETE /2010-04-01/Accounts/{sid}/Messages/{sid}/Media/{sid} with Basic auth.
 * The GET redirects to one of Twilio's file stores for some hours; no other host is called, and the key is sent to the API only.
 */
export function twilioMedia({
  accountSid,
  baseUrl,
  headers,
  deletes,
  fetch: get = fetch,
}: Options): Pick<TextMessages, "keepsMedia" | "media" | "forgetMedia"> {
  const api = new URL(baseUrl).origin;
  const path = new RegExp(
    `^/2010-04-01/Accounts/${accountSid}/Messages/(?:SM|MM)[0-9a-fA-F]{32}/Media/ME[0-9a-fA-F]{32}$`,
  );
  const keepsMedia = (text: string) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    return url.href === `${api}${url.pathname}` && path.test(url.pathname);
  };

  async function ask(first: string, signal: AbortSignal): Promise<Response | "elsewhere"> {
    let url = new URL(first);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const own = url.origin === api ? headers : {};
      const response = await get(url, { headers: own, redirect: "manual", signal });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
      if (location === null) return response;
      await response.body?.cancel();
      if (!URL.canParse(location, url.href)) return "elsewhere";
      url = new URL(location, url);
      if (url.origin !== api && !isFileStore(url)) return "elsewhere";
    }
    return "elsewhere";
  }

  return {
    keepsMedia,
    media: async (url, maxBytes) => {
      if (!keepsMedia(url)) return { kind: "elsewhere" };
      const response = await ask(url, AbortSignal.timeout(TIMEOUT_MS));
      if (response === "elsewhere") return { kind: "elsewhere" };
      if (response.status === 404 || response.status === 410) {
        await response.body?.cancel();
        return { kind: "gone" };
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`texts: a picture was refused (${response.status})`);
      }
      const bytes = await readUpTo(response, maxBytes);
      return bytes === null ? { kind: "too_large" } : { kind: "taken", bytes };
    },
    forgetMedia: deletes
      ? async (url) => {
          if (!keepsMedia(url)) return;
          const signal = AbortSignal.timeout(TIMEOUT_MS);
          const response = await get(new URL(url), { method: "DELETE", headers, redirect: "manual", signal });
          await response.body?.cancel();
          if (!response.ok && response.status !== 404)
            throw new Error(`texts: a picture was not deleted (${response.status})`);
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

/** Null if the body is longer; reading stops at the limit. */
async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const isLong = Number(response.headers.get("content-length") ?? 0) > maxBytes;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = isLong ? { done: false, value: undefined } : await reader.read();
    if (done) break;
    length += value?.length ?? maxBytes + 1;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
    if (value) parts.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
