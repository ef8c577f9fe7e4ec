import { type RunwayQuery, runwayFields } from "./what-if-query";

/** Hidden fields that submit the current query with a form. */
export function QueryFields({ query }: { query: RunwayQuery }) {
  return runwayFields(query).map(([name, value], at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an addition may be there twice
    <input key={at} type="hidden" name={name} value={value} />
  ));
}
