import { AUTHOR_HEADER } from "~/domain/auth/author";

export interface RequestOptions {
  /** GET by default. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Forms, files and bytes are sent as they are, other objects as JSON. */
  body?: object | null;
  headers?: Record<string, string>;
  /** Sending the request again with the same key has no second effect. */
  idempotencyKey?: string;
  /** Who made the change: refused with 401 if someone else is signed in by now. Without it, it is the signed-in person's. */
  authorId?: string;
  /** Finishes even if the user leaves the page. */
  keepalive?: boolean;
  cache?: RequestCache;
  signal?: AbortSignal;
}

/**
 * Sends a request to the server, authenticated by the session cookie: everything but forms, fetchers and uploads with
 * progress. @throws if there is no response
 */
export function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { body = null, headers, idempotencyKey, authorId, ...init } = options;
  const isRaw = body === null || body instanceof FormData || body instanceof Blob || body instanceof ArrayBuffer;
  return fetch(path, {
    ...init,
    credentials: "same-origin",
    headers: {
      Accept: "application/json",
      ...(!isRaw && { "Content-Type": "application/json" }),
      ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
      ...(authorId && { [AUTHOR_HEADER]: authorId }),
      ...headers,
    },
    body: isRaw ? body : JSON.stringify(body),
  });
}

/** For what the page can do without: null if there is no usable response: offline, redirected to sign-in, or an error. */
export async function lookUp<Answer>(path: string, options?: RequestOptions): Promise<Answer | null> {
  try {
    const response = await request(path, options);
    return response.ok && !response.redirected ? await response.json<Answer>() : null;
  } catch {
    return null;
  }
}
