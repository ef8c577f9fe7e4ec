import type { VIEW_LAYOUTS } from "~/domain/issues/issue";
import { paths, type Query } from "~/paths";

export type Layout = (typeof VIEW_LAYOUTS)[number];

/** A query as stored in a view, with its filters in a fixed order. */
export function queryText(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return new URLSearchParams(given).toString();
}

/** URL of a view. */
export function hrefOfView({ query, layout }: { query: string; layout: Layout }): string {
  return paths.issuesAs(layout, query === "" ? { view: "all" } : Object.fromEntries(new URLSearchParams(query)));
}
