import type { BrowserContext } from "@playwright/test";
import { demoPassword } from "#drizzle/seed/demo";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The body: JSON, a URL-encoded form, or a multipart form. */
export type Sent = { json: object } | { form: Record<string, string> } | { multipart: Record<string, string> };

function bodyOf(sent: Sent): string | URLSearchParams | FormData {
  if ("json" in sent) return JSON.stringify(sent.json);
  if ("form" in sent) return new URLSearchParams(sent.form);
  const body = new FormData();
  for (const [name, value] of Object.entries(sent.multipart)) body.set(name, value);
  return body;
}

/** A response with its complete body; has the interface of Playwright's. */
class Answer {
  readonly #answer: Response;
  readonly #body: Buffer;

  constructor(answer: Response, body: Buffer) {
    this.#answer = answer;
    this.#body = body;
  }

  ok(): boolean {
    return this.#answer.ok;
  }

  status(): number {
    return this.#answer.status;
  }

  body(): Buffer {
    return this.#body;
  }

  text(): string {
    return this.#body.toString();
  }

  json(): ReturnType<typeof JSON.parse> {
    return JSON.parse(this.text());
  }
}

/**
 * Sends requests without a page, each on its own connection. Playwright's requests share connections (even with the header
 * `connection: close`), and the local server closes idle ones after five seconds: a request that reuses one just then is lost.
 */
export class Requests {
  readonly #origin: string;
  readonly #cookies: Map<string, string>;

  constructor(origin: string, cookies: { name: string; value: string }[] = []) {
    this.#origin = origin;
    this.#cookies = new Map(cookies.map(({ name, value }) => [name, value]));
  }

  /** Requests as the user signed in on the context's pages. */
  static async of(context: BrowserContext, origin: string): Promise<Requests> {
    return new Requests(origin, await context.cookies(origin));
  }

  /** A demo user, by the first part of the email address. */
  static async signedIn(origin: string, who: string): Promise<Requests> {
    const requests = new Requests(origin);
    const json = { email: `${who}@example.com`, password: demoPassword };
    const answer = await requests.send("post", "/api/auth/login", { json });
    if (!answer.ok()) throw new Error(`sign-in of ${who}: ${answer.status()} ${answer.text()}`);
    return requests;
  }

  get(path: string): Promise<Answer> {
    return this.send("get", path);
  }

  /** The raw response: redirects are not followed. Cookies it sets are stored. */
  async send(method: Method, path: string, sent?: Sent): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const type: Record<string, string> = sent && "json" in sent ? { "content-type": "application/json" } : {};
    const answer = await fetch(`${this.#origin}${path}`, {
      method: method.toUpperCase(),
      headers: { ...type, cookie, origin: this.#origin, connection: "close" },
      redirect: "manual",
      ...(sent && { body: bodyOf(sent) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return new Answer(answer, Buffer.from(await answer.arrayBuffer()));
  }

  /** Signs in the context's pages as this user. */
  async signInPagesOf(context: BrowserContext): Promise<void> {
    const common = { url: this.#origin, httpOnly: true, sameSite: "Lax" } as const;
    await context.addCookies([...this.#cookies].map(([name, value]) => ({ name, value, ...common })));
  }
}
