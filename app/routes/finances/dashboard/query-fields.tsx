import { type RunwayQuery, runwayFields } from "./what-if-query";

/** Hidden fields that submit the current query with a form. */
export function QueryFields({ query }: { query: RunwayQuery }) {
  return runwayFields(query).map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}
