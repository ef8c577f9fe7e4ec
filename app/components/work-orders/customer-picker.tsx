import { Form, Link, useNavigate } from "@remix-run/react";
import { Combobox, type ComboboxOption } from "~/components/forms/combobox";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { UserRound } from "~/components/ui/icons";
import { Label } from "~/components/ui/label";
import type { customerChoices } from "~/domain/customers/choices.server";
import { formatPhone } from "~/domain/shared/text/phones";
import { useSearch } from "~/lib/use-search";
import { paths } from "~/paths";

type CustomerChoice = Awaited<ReturnType<typeof customerChoices>>[number];

type CustomerPickerProps = {
  chosen: { id: string; number: number; name: string } | null;
  /** Results of a search sent as a form. */
  found: readonly CustomerChoice[] | null;
  error: string | undefined;
  /** Id the error summary jumps to. */
  inputId: string;
  /** URL of the screen with another query: `customerId` selects a customer, `find` searches. */
  hrefOf: (query: Record<string, string>) => string;
  /** Other query parameters, preserved when a customer is chosen. */
  keep?: Record<string, string>;
};

/** Finds a customer while typing; the choice is part of the URL. Works as a search form before any script. */
export function CustomerPicker({ chosen, keep = {}, ...finder }: CustomerPickerProps) {
  if (chosen) return <Chosen customer={chosen} otherHref={finder.hrefOf(keep)} />;
  return <Finder {...finder} keep={keep} />;
}

type ChosenProps = { customer: NonNullable<CustomerPickerProps["chosen"]>; otherHref: string };

function Chosen({ customer, otherHref }: ChosenProps) {
  return (
    <Card className="flex items-center gap-3 px-4 py-3">
      <UserRound aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <Link to={paths.customer(customer.number)} className="min-w-0 flex-1 truncate font-medium hover:underline">
        {customer.name}
      </Link>
      <Button variant="outline" asChild size="sm">
        <Link to={otherHref} preventScrollReset replace>
          Change
        </Link>
      </Button>
    </Card>
  );
}

function Finder({ found, error, inputId, hrefOf, keep }: Omit<Required<CustomerPickerProps>, "chosen">) {
  const { data, isPending, search } = useCustomerSearch();
  const navigate = useNavigate();
  const chosenHref = (id: string) => hrefOf({ ...keep, customerId: id });
  return (
    <Form method="get" role="search" className="flex flex-col gap-1.5">
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex items-baseline justify-between gap-4">
        <Label htmlFor={inputId}>Customer</Label>
        <TextLink to={paths.newCustomer({ return: hrefOf(keep) })}>New customer</TextLink>
      </div>
      <Combobox
        input={{
          id: inputId,
          name: "find",
          placeholder: "Phone, name, address or email",
          "aria-describedby": error ? `${inputId}-error` : undefined,
          "aria-invalid": Boolean(error) || undefined,
        }}
        label="Customers"
        options={data?.choices.map(customerOption)}
        empty="No customer found."
        isPending={isPending}
        onSearch={search}
        onSelect={(id) => navigate(chosenHref(id), { replace: true, preventScrollReset: true })}
      />
      {error && (
        <p id={`${inputId}-error`} className="font-medium text-bad text-sm">
          {error}
        </p>
      )}
      {found && !data && <Found customers={found} hrefOf={chosenHref} />}
    </Form>
  );
}

type FoundProps = { customers: readonly CustomerChoice[]; hrefOf: (id: string) => string };

/** Results of the search form, for browsers without script. */
function Found({ customers, hrefOf }: FoundProps) {
  return (
    <Card as="ul" className="divide-y divide-border">
      {customers.map((customer) => (
        <li key={customer.id}>
          <Link to={hrefOf(customer.id)} replace className="flex h-row items-center gap-3 px-4 hover:bg-muted">
            <span className="min-w-0 flex-1 truncate">{customer.name}</span>
            <span className="text-muted-foreground tabular">{customerOption(customer).detail}</span>
          </Link>
        </li>
      ))}
      {customers.length === 0 && <li className="px-4 py-3 text-muted-foreground">No customer found.</li>}
    </Card>
  );
}

/** Searches customers by name, phone, email or address. */
export function useCustomerSearch() {
  return useSearch<{ choices: CustomerChoice[] }>(paths.customerChoices);
}

export function customerOption({ id, name, phone }: CustomerChoice): ComboboxOption {
  return { value: id, label: name, detail: phone && formatPhone(phone) };
}
