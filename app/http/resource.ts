import type { data, TypedResponse } from "@remix-run/cloudflare";

type WithInit<T> = ReturnType<typeof data<T>>;
/** The data that a fetcher receives. */
type Body<T> = T extends TypedResponse<infer Own> ? Own : T extends WithInit<infer Own> ? Own : T;

/**
 * Wraps the loader or action of a resource route and returns its result as a JSON Response. With single fetch, Remix warns
 * about raw values from routes that can be requested directly. A Response, such as a redirect, is returned unchanged.
 */
export function resource<Args extends unknown[], T>(run: (...args: Args) => Promise<T>) {
  return async (...args: Args): Promise<TypedResponse<Body<T>>> => {
    const result = await run(...args);
    if (result instanceof Response) return result;
    return isWithInit(result) ? Response.json(result.data, result.init ?? undefined) : Response.json(result);
  };
}

/** Whether it was made by `data()`; Remix detects that by the same `type`. */
function isWithInit(result: unknown): result is WithInit<unknown> {
  return typeof result === "object" && result !== null && "type" in result && result.type === "DataWithResponseInit";
}
