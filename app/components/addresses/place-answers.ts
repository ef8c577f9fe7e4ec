import type { autocompleteAddress, searchAddresses, verifyAddress } from "~/domain/addresses/geocode.server";
import type { PlaceTexts } from "./place-controls";

export type Suggestions = Awaited<ReturnType<typeof autocompleteAddress>>["suggestions"];
export type Verified = Awaited<ReturnType<typeof verifyAddress>>;

/**
 * Null where there is no answer: help that does not come must not stand in the way of typing.
 * Guarantee: the API holds its answers against the shapes of these types before it sends them.
 */
async function ask<Answer>(path: string, body: object): Promise<Answer | null> {
  try {
    const response = await fetch(`/api/addresses/${path}`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    });
    return response.ok ? await response.json<Answer>() : null;
  } catch {
    return null;
  }
}

export async function suggestionsFor(query: string): Promise<Suggestions> {
  const answer = await ask<Awaited<ReturnType<typeof autocompleteAddress>>>("autocomplete", { query });
  return answer?.suggestions ?? [];
}

/** City and state of a ZIP code; undefined for one that is not known. */
export async function placeOfZip(zip: string): Promise<Suggestions[number] | undefined> {
  const params = { query: zip, types: ["postal_code"] };
  const answer = await ask<Awaited<ReturnType<typeof searchAddresses>>>("search", params);
  return answer?.results.find(({ postalCode }) => postalCode === zip);
}

export function verify(place: PlaceTexts): Promise<Verified | null> {
  return ask<Verified>("verify", place);
}
