import type { autocompleteAddress, searchAddresses, verifyAddress } from "~/domain/addresses/geocode.server";
import { lookUp } from "~/lib/request";
import { shellPaths } from "~/shell-paths";
import type { PlaceTexts } from "./place-controls";

export type Suggestions = Awaited<ReturnType<typeof autocompleteAddress>>["suggestions"];
export type Verified = Awaited<ReturnType<typeof verifyAddress>>;

/** Returns null if there is no response: missing suggestions must not get in the way of typing. */
function ask<Answer>(lookup: Parameters<typeof shellPaths.apiAddresses>[0], body: object): Promise<Answer | null> {
  return lookUp(shellPaths.apiAddresses(lookup), { method: "POST", body });
}

export async function suggestionsFor(query: string): Promise<Suggestions> {
  const answer = await ask<Awaited<ReturnType<typeof autocompleteAddress>>>("autocomplete", { query });
  return answer?.suggestions ?? [];
}

/** City and state of a ZIP code; undefined if it is unknown. */
export async function placeOfZip(zip: string): Promise<Suggestions[number] | undefined> {
  const params = { query: zip, types: ["postal_code"] };
  const answer = await ask<Awaited<ReturnType<typeof searchAddresses>>>("search", params);
  return answer?.results.find(({ postalCode }) => postalCode === zip);
}

export function verify(place: PlaceTexts): Promise<Verified | null> {
  return ask<Verified>("verify", place);
}
