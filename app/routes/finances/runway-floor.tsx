import { Form } from "@remix-run/react";
import type { RunwayQuery } from "~/components/finance/what-if-query";
import { currencySign } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { type Currency, toDecimal } from "~/domain/money";
import { KeptFields } from "./kept-fields";
import { Labelled } from "./labelled";

/** The balance that should not be gone below. */
export function FloorForm({ query, currency }: { query: RunwayQuery; currency: Currency }) {
  return (
    <Form method="get" preventScrollReset className="flex items-end gap-2">
      <KeptFields query={{ ...query, floorMinor: 0 }} />
      <Labelled label={`Floor, ${currencySign(currency)}`}>
        <Input
          name="floor"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={query.floorMinor > 0 ? toDecimal(query.floorMinor) : "0"}
          className="w-24 text-right tabular"
        />
      </Labelled>
      <Button type="submit">Set</Button>
    </Form>
  );
}
