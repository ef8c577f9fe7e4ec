import { useId } from "react";
import { Combobox } from "~/components/forms/combobox";
import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { UserRound } from "~/components/ui/icons";
import { Label } from "~/components/ui/label";
import { toast } from "~/components/ui/toast-store";
import { Receipt } from "~/components/voice/receipt";
import type { Sound } from "~/components/voice/use-sound";
import { customerOption, useCustomerSearch } from "~/components/work-orders/customer-picker";
import { workOrderLabels } from "~/components/work-orders/labels";
import { formatPhone } from "~/domain/shared/text/phones";
import type { SpokenDraft } from "~/domain/voice/sessions/draft-view";
import type { SpokenCustomer } from "~/domain/work-orders/spoken-choices.server";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { siteText } from "~/routes/work-orders/shared/sites";
import { type KnownCustomers, readCustomers } from "./use-customers";

type CustomerFieldProps = {
  draft: SpokenDraft;
  customer: SpokenCustomer | undefined;
  customers: readonly SpokenCustomer[];
  sound: Sound | null;
  error: string | undefined;
  onChoose: (customer: SpokenCustomer) => void;
  /** A customer was found by hand. */
  onKnow: (found: KnownCustomers) => void;
  onClear: () => void;
};

/** The job's customer: as recognized, chosen from the candidates, or found by hand. */
export function CustomerField({
  draft,
  customer,
  customers,
  sound,
  error,
  onChoose,
  onKnow,
  onClear,
}: CustomerFieldProps) {
  const id = useId();
  const heard = draft.customer ?? draft.name ?? draft.phone;
  const isOther = customer !== undefined && !mayBe(draft, customer.id);
  if (customer) {
    return (
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-sm">{workOrderLabels.customerId}</span>
        <div className="flex items-center gap-3 rounded-md border border-border bg-background px-4 py-3">
          <UserRound aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
          <CustomerFacts customer={customer} />
          <Button variant="outline" size="sm" onClick={onClear}>
            Change<span className="sr-only"> customer</span>
          </Button>
        </div>
        {heard && <Receipt heard={heard} isChanged={isOther} sound={sound} />}
      </div>
    );
  }
  const candidates = (draft.customer?.candidates ?? []).flatMap(
    ({ value }) => customers.find((one) => one.id === value) ?? [],
  );
  const name = draft.name?.value ?? draft.name?.words;
  return (
    <div className={cn("flex flex-col gap-3", heard && "rounded-md border border-warn bg-warn-soft p-4")}>
      <div className="flex flex-wrap items-center gap-2">
        <Label htmlFor={id} required>
          {workOrderLabels.customerId}
        </Label>
        {heard && <Badge tone="warn">Please choose</Badge>}
        <TextLink
          to={paths.newCustomer({ name: name ?? undefined, phone: draft.phone?.value ?? undefined })}
          target="_blank"
          className="ml-auto text-sm"
        >
          New customer
        </TextLink>
      </div>
      {heard && (
        <p id={`${id}-question`}>
          {candidates.length > 0
            ? `“${heard.words}” may be one of these. Who is it?`
            : `“${heard.words}” is not a customer yet, or was misheard. Who is it?`}
        </p>
      )}
      {candidates.length > 0 && (
        <Card as="ul" className="divide-y divide-border">
          {candidates.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className="flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-muted"
                onClick={() => onChoose(one)}
              >
                <UserRound aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
                <CustomerFacts customer={one} />
              </button>
            </li>
          ))}
        </Card>
      )}
      <Finder id={id} error={error} isUnclear={heard !== null} onChoose={onChoose} onKnow={onKnow} />
    </div>
  );
}

/** Whether the words refer to this customer, or might. */
const mayBe = ({ customer }: SpokenDraft, id: string) =>
  customer === null || [customer, ...customer.candidates].some(({ value }) => value === id);

/** Name, address and phone, to tell apart customers with the same name. */
function CustomerFacts({ customer: { name, phone, sites } }: { customer: SpokenCustomer }) {
  const facts = [sites[0] && siteText(sites[0]), phone && formatPhone(phone)].filter(Boolean);
  return (
    <span className="min-w-0 flex-1">
      <span className="block break-words font-medium">{name}</span>
      {facts.length > 0 && <span className="block break-words text-muted-foreground text-sm">{facts.join(" · ")}</span>}
    </span>
  );
}

const UNREAD = { title: "The customer could not be loaded. Try again.", tone: "warn" } as const;

type FinderProps = Pick<CustomerFieldProps, "error" | "onChoose" | "onKnow"> & { id: string; isUnclear: boolean };

function Finder({ id, error, isUnclear, onChoose, onKnow }: FinderProps) {
  const { data, isPending, search } = useCustomerSearch();
  const take = async (chosen: string) => {
    const found = await readCustomers([chosen]);
    const [customer] = found?.customers ?? [];
    if (!found || !customer) return toast(UNREAD);
    onKnow(found);
    onChoose(customer);
  };
  return (
    <>
      <Combobox
        input={{
          id,
          placeholder: "Phone, name, address or email",
          "aria-describedby":
            [error && `${id}-error`, isUnclear && `${id}-question`].filter(Boolean).join(" ") || undefined,
          "aria-invalid": Boolean(error) || undefined,
        }}
        label="Customers"
        options={data?.choices.map(customerOption)}
        empty="No customer found."
        isPending={isPending}
        onSearch={search}
        onSelect={(chosen) => void take(chosen)}
      />
      {error && (
        <p id={`${id}-error`} className="font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </>
  );
}
