import { Form, Link } from "@remix-run/react";
import { currencySign } from "~/components/money-text";
import { FOLDS_ON_PHONE, PhoneFold } from "~/components/phone-fold";
import { Button } from "~/components/ui/button";
import { X } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { NativeSelect } from "~/components/ui/native-select";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { cn } from "~/lib/utils";
import { Labeled } from "~/routes/finances/shared/labeled";
import type { DashboardData } from "./dashboard-data.server";
import { QueryFields } from "./query-fields";
import { type RunwayQuery, runwayHref } from "./what-if-query";

type FloorFormProps = { query: RunwayQuery; currency: Currency; accounts: DashboardData["accounts"] };

/** Minimum balances for all accounts together and for single accounts. */
export function FloorForm({ query, currency, accounts }: FloorFormProps) {
  const active = accounts.filter(({ isActive }) => isActive);
  const choices = [
    { value: "all", label: "All accounts" },
    ...active.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const floors = [
    ...(query.floorMinor > 0
      ? [{ id: "all", name: "All accounts", minor: query.floorMinor, without: { ...query, floorMinor: 0 } }]
      : []),
    ...query.accountFloors.map(({ accountId, floorMinor }) => ({
      id: accountId,
      name: active.find(({ id }) => id === accountId)?.name ?? "A deleted account",
      minor: floorMinor,
      without: { ...query, accountFloors: query.accountFloors.filter((floor) => floor.accountId !== accountId) },
    })),
  ];
  return (
    <div className={cn("flex flex-col items-start gap-3", FOLDS_ON_PHONE)}>
      <PhoneFold title="the balance to keep" show="Set a floor" hide="Hide" />
      <Form
        method="get"
        preventScrollReset
        aria-label="Set a floor"
        className="folds flex w-full flex-wrap items-end gap-2"
      >
        <QueryFields query={query} />
        <Labeled label="Keep on" className="max-sm:basis-full sm:min-w-52">
          <NativeSelect name="of" choices={choices} />
        </Labeled>
        <Labeled label={`at least, ${currencySign(currency)}`} className="min-w-0 grow basis-24 sm:max-w-36">
          <Input
            name="level"
            required
            inputMode="decimal"
            autoComplete="off"
            placeholder="500"
            className="text-right tabular"
          />
        </Labeled>
        <Button variant="outline" type="submit">
          Set floor
        </Button>
      </Form>
      {floors.length > 0 && (
        <ul aria-label="Floors" className="flex flex-wrap gap-2">
          {floors.map(({ id, name, minor, without }) => (
            <li key={id}>
              <Link
                to={runwayHref(without)}
                preventScrollReset
                aria-label={`Remove the floor of ${name}`}
                className="inline-flex min-h-8 touch:min-h-12 items-center gap-2 rounded-full bg-muted px-3 text-sm hover:line-through"
              >
                {name}: {formatMoney(minor, currency)}
                <X aria-hidden="true" className="size-3.5" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
