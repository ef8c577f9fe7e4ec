import { findIndustry, type Industry, MAX_INDUSTRIES } from "~/domain/industries/industry";

/** The default comparison. */
const FIRST_CHOICE = ["238220", "238210", "238160"];

/** The industries in the URL, each once; the default ones if it has none. */
export function industriesOf(url: URL): Industry[] {
  const requested = url.searchParams.getAll("industry");
  const known = [...new Set(requested.flatMap((name) => findIndustry(name) ?? []))].slice(0, MAX_INDUSTRIES);
  return known.length > 0 ? known : FIRST_CHOICE.flatMap((code) => findIndustry(code) ?? []);
}

/** Whether the URL contains industries that cannot be compared. */
export function isPartly(url: URL): boolean {
  const requested = new Set(url.searchParams.getAll("industry"));
  const known = new Set([...requested].flatMap((name) => findIndustry(name)?.code ?? []));
  return Math.min(known.size, MAX_INDUSTRIES) < requested.size;
}
