import type { data, TypedResponse } from "@remix-run/cloudflare";

type WithInit<T> = ReturnType<typeof data<T>>;
/** What a fetcher reads of an answer. */
type Body<T> = T extends TypedResponse<infer Own> ? Own : T extends WithInit<infer Own> ? Own : T;

/**
 * A loader or an action of a route without a screen: its result as a Response, as Remix wants it of addresses that can be asked
 * without a page. A Response, such as a redirect, passes as it is.
 */
export function resource<Args extends unknown[], T>(run: (...args: Args) => Promise<T>) {
  return async (...args: Args): Promise<TypedResponse<Body<T>>> => {
    const result = await run(...args);
    if (result instanceof Response) return result;
    return isWithInit(result) ? Response.json(result.data, result.init ?? undefined) : Response.json(result);
  };
}

/** What `data` makes; named by its own mark, as Remix itself looks for it. */
function isWithInit(result: unknown): result is WithInit<unknown> {
  return typeof result === "object" && result !== null && "type" in result && result.type === "DataWithResponseInit";
}
