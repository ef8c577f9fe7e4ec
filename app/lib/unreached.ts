import type { ShouldRevalidateFunction } from "@remix-run/react";
import { paths } from "~/paths";

/** Screens that keep by themselves what was not sent, to send it again. */
const ownWay = [paths.board(), paths.scheduler()];
const words =
  "Not saved: the server cannot be reached. What you typed is still here. Send it again once you are connected.";

/** What is looked up while somebody types: a screen stands without it. */
const lookups = new Set<string>();

/** Marks an address that is read for help alone, `fetcher.load(lookup(href))`: where it cannot be reached it answers null. */
export function lookup(href: string): string {
  lookups.add(href);
  return href;
}

/**
 * What does not get through must not cost the page and what is typed in it, which would otherwise give way to an error
 * page: a form is answered as if it had been refused, a lookup with nothing. Browser only, once.
 */
export function outliveLostConnections(): void {
  const send = window.fetch;
  window.fetch = async (to, init) => {
    try {
      return await send(to, init);
    } catch (cause) {
      // What was called off fails with another error.
      const answer = cause instanceof TypeError && to instanceof URL && standIn(to, init?.body);
      if (answer) return answer;
      throw cause;
    }
  };
}

/** For a screen whose forms stay where they are: what could not be sent changed nothing, and reading would not get through either. */
export const readUnlessUnreached: ShouldRevalidateFunction = ({ actionResult }) => actionResult?.unreached !== true;

function standIn(to: URL, form: unknown): Response | null {
  const page = to.pathname.replace(/\.data$/, "");
  if (page === to.pathname || ownWay.some((path) => page.startsWith(path))) return null;
  if (form instanceof FormData || form instanceof URLSearchParams) {
    const lastResult = { status: "error", initialValue: typedIn(form), error: { "": [words] } };
    return new Response(singleFetch({ data: { unreached: true, lastResult } }), { status: 503 });
  }
  const query = new URLSearchParams(to.search);
  const route = query.get("_routes");
  query.delete("_routes");
  const known = route && lookups.has(query.size > 0 ? `${page}?${query}` : page);
  return known ? new Response(singleFetch({ [route]: { data: null } })) : null;
}

/** The fields as conform nests them (`service.city`, `tasks[0].title`, a name that stands for several), passwords and files aside. */
function typedIn(form: FormData | URLSearchParams): object {
  const typed: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => typeof value === "string");
    if (values.length === 0 || /password/i.test(name)) continue;
    const way = name.split(/[.[\]]+/).filter(Boolean);
    put(typed, way, values.length > 1 || name.endsWith("[]") ? values : values[0]);
  }
  return typed;
}

function put(into: object, [step = "", ...rest]: string[], value: unknown): void {
  const known: unknown = Reflect.get(into, step);
  const place = typeof known === "object" && known !== null ? known : /^\d+$/.test(rest[0] ?? "") ? [] : {};
  Reflect.set(into, step, rest.length > 0 ? place : value);
  if (rest.length > 0) put(place, rest, value);
}

/** An answer as Remix reads it: every value once in a list, objects and arrays as places in it. */
function singleFetch(answer: object): string {
  const list: unknown[] = [];
  const place = (value: unknown): number => {
    const at = list.push(null) - 1;
    if (Array.isArray(value)) list[at] = value.map(place);
    else if (typeof value !== "object" || value === null) list[at] = value;
    else list[at] = Object.fromEntries(Object.entries(value).map(([name, one]) => [`_${place(name)}`, place(one)]));
    return at;
  };
  place(answer);
  return `${JSON.stringify(list)}\n`;
}
