import { type RunwayQuery, runwayFields } from "./what-if-query";

/** What a form has to send along, so that the address keeps what it says. */
export function QueryFields({ query }: { query: RunwayQuery }) {
  return runwayFields(query).map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}
