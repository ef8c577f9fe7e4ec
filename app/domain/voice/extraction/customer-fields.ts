import type { NameMention } from "~/domain/voice/extraction/values/names";
import type { CustomerEntry } from "./book";
import { matchedOf, scoreCustomers } from "./customers";
import { type Field, settle, standing } from "./field";
import { isSame } from "./jobs";
import type { Speech } from "./speech";

const MAX_CANDIDATES = 5;

/** The customer's name after corrections; a person mentioned again by part of the name is the same person. */
export function nameField(speech: Speech, mentions: readonly NameMention[]): Field<string> | undefined {
  const left = standing(speech.normalized, mentions);
  const fullest = left.map((mention) => {
    const same = left.filter(({ value }) => isSame(value, mention.value));
    const { value } = same.reduce((one, other) => (other.value.length > one.value.length ? other : one));
    return { ...mention, value, confidence: Math.max(...same.map(({ confidence }) => confidence)) };
  });
  return settle(speech, fullest);
}

interface SpokenFields {
  name: Field<string> | undefined;
  phone: Field<string> | undefined;
  address: Field<string> | undefined;
}

/** The customer that name, phone and address identify together, or else the candidates. */
export function customerField(customers: readonly CustomerEntry[], spoken: SpokenFields): Field<string> | undefined {
  const source = (spoken.name ?? spoken.phone ?? spoken.address)?.source;
  const names =
    spoken.name === undefined
      ? [undefined]
      : spoken.name.state === "heard"
        ? [spoken.name.value]
        : spoken.name.candidates;
  const candidates = names
    .flatMap((name) => scoreCustomers({ name, phone: heard(spoken.phone), address: heard(spoken.address) }, customers))
    .sort((one, other) => other.score - one.score);
  const [best] = candidates;
  if (!source || !best) return undefined;
  // The user chooses if there are several names, or an unsure one without other evidence.
  const sure =
    names.length === 1 && (spoken.name?.state !== "asked" || best.score >= 0.95) ? matchedOf(candidates) : null;
  if (sure) return { state: "heard", value: sure.id, confidence: sure.score, source };
  const ids = [...new Set(candidates.map(({ id }) => id))].slice(0, MAX_CANDIDATES);
  return { state: "asked", candidates: ids, confidence: best.score / 2, source };
}

const heard = (field: Field<string> | undefined) => (field?.state === "heard" ? field.value : undefined);
