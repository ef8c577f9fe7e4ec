import { getInputProps } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { Combobox } from "~/components/forms/combobox";
import { FieldFrame, type FieldProps } from "~/components/forms/field";
import { readTyped } from "~/domain/addresses/geocode";
import { type Suggestions, suggestionsFor } from "./place-answers";
import { readPlace, writePlace } from "./place-controls";
import { type PlaceFields, usePlaceIds } from "./place-ids";

type StreetFieldProps = Omit<FieldProps, "field"> & { fields: PlaceFields; autoComplete: string };

const PAUSE_MS = 250;

/**
 * A street field with suggestions. A suggestion fills in the fields it has values for; if it has no street, the typed
 * one is kept.
 */
export function StreetField({ fields, autoComplete, ...frame }: StreetFieldProps) {
  const ids = usePlaceIds(fields);
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef("");
  const { key, pattern: _, ...input } = getInputProps(fields.line1, { type: "text" });

  const search = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const query = queryOf(readPlace(ids));
      latest.current = query;
      const found = query === "" ? null : await suggestionsFor(query);
      if (latest.current === query) setSuggestions(found);
    }, PAUSE_MS);
  };
  // A pending request would set state after the field is gone.
  useEffect(() => () => clearTimeout(timer.current), []);
  const take = (label: string) => {
    const chosen = suggestions?.find((one) => one.label === label);
    latest.current = "";
    setSuggestions(null);
    if (!chosen) return;
    const typed = readPlace(ids);
    const street = chosen.line1 ?? streetOf(typed);
    // A city has many ZIP codes, but another city's ZIP code is wrong for it.
    const postalCode = chosen.postalCode ?? (typed.city === chosen.city ? null : "");
    writePlace(ids, { ...chosen, line1: street, postalCode });
  };
  return (
    <FieldFrame field={fields.line1} {...frame}>
      <Combobox
        key={key}
        input={{ ...input, required: frame.required ?? input.required, autoComplete }}
        label="Suggestions"
        options={suggestions?.map(({ label }) => ({ value: label, label }))}
        empty="Add the city or ZIP code, such as 12 Oak St, Austin."
        isFreeText
        onSearch={search}
        onSelect={take}
      />
    </FieldFrame>
  );
}

/** The street in the typed text; a city or ZIP code typed after it is dropped if its own field is empty. */
function streetOf({ line1, city, postalCode }: ReturnType<typeof readPlace>): string {
  return line1.includes(",") || !(city || postalCode) ? (readTyped(line1).line1 ?? "") : line1;
}

/** The search text: the street as typed, plus the city or ZIP code if already entered. Blank: no search. */
function queryOf({ line1, city, postalCode }: ReturnType<typeof readPlace>): string {
  if (line1.length < 3 || (city && postalCode && !line1.includes(","))) return "";
  if (line1.includes(",") || !(city || postalCode)) return line1;
  return `${line1}, ${postalCode || city}`;
}
