import { Form, Link, useNavigate } from "@remix-run/react";
import { Search, UserRound } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { Spinner } from "~/components/ui/spinner";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";

export interface CustomerChoice {
  id: string;
  number: number;
  name: string;
  phone: string | null;
}

type CustomerPickerProps = {
  chosen: { id: string; number: number; name: string } | null;
  /** What was found for a search that was sent as a form. */
  found: readonly CustomerChoice[] | null;
  error: string | undefined;
  /** Where a summary of errors jumps to. */
  inputId: string;
  /** The screen with another query in its address: `customerId` is chosen, `find` sought. */
  hrefOf: (query: Record<string, string>) => string;
  /** The rest of the address, kept when a customer is chosen. */
  keep?: Record<string, string>;
};

/** Finds a customer as one types; the choice lives in the URL. Works as a search form before any script. */
export function CustomerPicker({ chosen, keep = {}, ...finder }: CustomerPickerProps) {
  if (chosen) return <Chosen customer={chosen} otherHref={finder.hrefOf(keep)} />;
  return <Finder {...finder} keep={keep} />;
}

type ChosenProps = { customer: NonNullable<CustomerPickerProps["chosen"]>; otherHref: string };

function Chosen({ customer, otherHref }: ChosenProps) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-border bg-card px-4 py-3">
      <UserRound aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <Link to={paths.customer(customer.number)} className="min-w-0 flex-1 truncate font-medium hover:underline">
        {customer.name}
      </Link>
      <Button variant="outline" asChild size="sm">
        <Link to={otherHref} preventScrollReset replace>
          Change
        </Link>
      </Button>
    </div>
  );
}

function Finder({ found, error, inputId, hrefOf, keep }: Omit<Required<CustomerPickerProps>, "chosen">) {
  const lookup = useLookup<{ choices: CustomerChoice[] }>();
  const navigate = useNavigate();
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  const entered = useRef(false);
  const list = useRef<HTMLUListElement>(null);
  const hits = lookup.data?.choices ?? found;
  const chosenHref = (id: string) => hrefOf({ ...keep, customerId: id });
  const typed = (text: string) => {
    clearTimeout(waiting.current);
    entered.current = false;
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      lookup.load(paths.customerChoices(text.trim()));
    }, 200);
  };
  const takeFirst = () => {
    entered.current = false;
    const first = hits?.[0];
    if (first) navigate(chosenHref(first.id), { replace: true, preventScrollReset: true });
  };
  // Enter pressed before the answer came is meant for what was typed last, not for what stood there.
  useEffect(() => {
    if (entered.current && !waiting.current && !lookup.isLoading) takeFirst();
  });
  const pressed = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link.matches(":focus"));
    const next = { ArrowDown: links[at + 1], ArrowUp: links[at - 1] }[event.key];
    if (next) {
      event.preventDefault();
      next.focus();
    }
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    const answered = !waiting.current && !lookup.isLoading;
    // Nothing was sought yet: the form asks, as without script.
    if (answered && !hits) return;
    event.preventDefault();
    if (answered) takeFirst();
    else entered.current = true;
  };
  return (
    <Form method="get" role="search" className="flex flex-col gap-1.5" onKeyDown={pressed}>
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Label htmlFor={inputId}>Customer</Label>
      <span className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted-foreground"
        />
        <Input
          id={inputId}
          type="search"
          name="find"
          placeholder="Name, phone or mail address"
          autoComplete="off"
          aria-describedby={error ? `${inputId}-error` : undefined}
          aria-invalid={Boolean(error) || undefined}
          onChange={(event) => typed(event.target.value)}
          className="pl-9"
        />
        {lookup.isLoading && <Spinner className="absolute inset-y-0 right-3 my-auto" />}
      </span>
      {error && (
        <p id={`${inputId}-error`} className="font-medium text-bad text-sm">
          {error}
        </p>
      )}
      <p role="status" className="sr-only">
        {hits && `${hits.length} found`}
      </p>
      {hits && (
        <ul ref={list} className="divide-y divide-border rounded-md border border-border bg-card">
          {hits.map((customer) => (
            <li key={customer.id}>
              <Link
                to={chosenHref(customer.id)}
                replace
                preventScrollReset
                className="flex h-row items-center gap-3 px-4 hover:bg-muted"
              >
                <span className="min-w-0 flex-1 truncate">{customer.name}</span>
                <span className="text-muted-foreground tabular">{customer.phone}</span>
              </Link>
            </li>
          ))}
          {hits.length === 0 && <li className="px-4 py-3 text-muted-foreground">No customer found.</li>}
        </ul>
      )}
      <p className="text-muted-foreground text-sm">
        Not there yet?{" "}
        <Link to={newCustomerHref(hrefOf(keep))} className="text-link underline underline-offset-4">
          New customer
        </Link>
      </p>
    </Form>
  );
}

/** Comes back here with the customer that was added. */
function newCustomerHref(here: string): string {
  return paths.newCustomer({ return: here });
}
