import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../hono";
import { readBody, readForm } from "./body";

export type Method = "get" | "post" | "put" | "patch" | "delete";

type Shape = z.ZodType;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/** One operation of the API: what validates it is what documents it. */
export interface EndpointSpec<P extends Shape | undefined, Q extends Shape | undefined, B extends Shape | undefined> {
  method: Method;
  /** OpenAPI path below /api, such as `/customers/{id}`. */
  path: `/${string}`;
  tag: string;
  summary: string;
  /** Answered without signing in. */
  public?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** The sentence of a 400 for the body; the fields say the rest. The first field's message unless told. */
  invalidText?: string;
  /** The body is a form with a file of at most so many bytes instead of JSON. */
  upload?: { mostBytes: number; tooLarge: string };
  /** Status of success: 200 unless told. 204 sends nothing. */
  status?: 200 | 201 | 202 | 204;
  answer?: Shape;
  run: (input: { ctx: Ctx; params: Out<P>; query: Out<Q>; body: Out<B>; c: Context<HonoEnv> }) => unknown;
}

export interface Endpoint {
  method: Method;
  path: `/${string}`;
  tag: string;
  summary: string;
  public: boolean;
  params: Shape | null;
  query: Shape | null;
  body: Shape | null;
  isUpload: boolean;
  status: number;
  answer: Shape | null;
  handle: (c: Context<HonoEnv>) => Promise<Response>;
}

export function endpoint<
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(spec: EndpointSpec<P, Q, B>): Endpoint {
  const status = spec.status ?? 200;
  return {
    method: spec.method,
    path: spec.path,
    tag: spec.tag,
    summary: spec.summary,
    public: spec.public ?? false,
    params: spec.params ?? null,
    query: spec.query ?? null,
    body: spec.body ?? null,
    isUpload: spec.upload !== undefined,
    status,
    answer: spec.answer ?? null,
    handle: async (c) => {
      const { ctx } = c.var;
      // Before anything is parsed: a guest learns nothing about what would have been valid.
      if (!spec.public && ctx.actor.kind === "guest") {
        throw new DomainError("unauthenticated", "Please sign in to continue.");
      }
      const params = parse<P>(spec.params, () => c.req.param(), { code: "not_found" });
      const query = parse<Q>(spec.query, () => queryOf(c));
      const read = spec.upload ? readForm(c.req.raw, spec.upload) : spec.body ? readBody(c.req.raw) : undefined;
      const given = await read;
      const body = parse<B>(spec.body, () => given, { sentence: spec.invalidText });
      const result = await spec.run({ ctx, params, query, body, c });
      if (result instanceof Response) return result;
      if (status === 204) return c.body(null, 204);
      return c.json(result ?? null, status);
    },
  };
}

/** Query parameters; one that is given several times becomes a list, so that none is dropped in silence. */
function queryOf(c: Context<HonoEnv>): Record<string, string | string[]> {
  const given = Object.entries(c.req.queries());
  return Object.fromEntries(given.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]));
}

/** Guarantee: without a schema the handler's type for this part is `undefined`, and that is what it gets. */
function parse<S extends Shape | undefined>(
  schema: S | undefined,
  read: () => unknown,
  { code, sentence }: { code?: "not_found"; sentence?: string } = {},
): Out<S> {
  if (!schema) return undefined as Out<S>;
  const result = schema.safeParse(read());
  if (result.success) return result.data as Out<S>;
  if (code === "not_found") throw new DomainError("not_found", "Not found");
  throw invalid(result.error, sentence);
}

/** Field paths (`addresses.0.city`) with their messages, and the first message as the sentence unless there is one. */
export function invalid(error: z.ZodError, sentence?: string): DomainError {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const path = issue.path.join(".");
    fields[path] = [...(fields[path] ?? []), issue.message];
  }
  return new DomainError("invalid", sentence ?? error.issues[0]?.message ?? "Invalid input", { fields });
}

/** Routes in code and in the document come from one list. */
export function serve(app: Hono<HonoEnv>, endpoints: Endpoint[]): void {
  for (const e of endpoints) app.on(e.method.toUpperCase(), e.path.replace(/\{(\w+)\}/g, ":$1"), e.handle);
}
