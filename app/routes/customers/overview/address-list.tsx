import { Link } from "@remix-run/react";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { MapPin, Plus, ReceiptText, Star } from "~/components/ui/icons";
import { ADDRESS_TYPE_LABELS, addressLines } from "~/domain/addresses/address";
import type { Address } from "~/domain/addresses/schema";
import { US_ZONES } from "~/domain/shared/time/us-zones";
import { paths } from "~/paths";
import { PageLink } from "./page-link";

type AddressListProps = {
  primary: readonly Address[];
  others: readonly Address[];
  mayWrite: boolean;
  newHref: string;
  editHref: (addressId: string) => string;
  /** URLs of the next page, for customers with many sites, and of the first page. */
  nextHref?: string;
  firstHref?: string;
};

/** Service and billing addresses; the primary ones always stay visible. */
export function AddressList({ primary, others, mayWrite, newHref, editHref, nextHref, firstHref }: AddressListProps) {
  const all = [...primary, ...others];
  const add = mayWrite && (
    <Button variant="outline" asChild size="sm">
      <Link to={newHref} preventScrollReset>
        <Plus />
        Add address
      </Link>
    </Button>
  );
  return (
    <Section title="Addresses" action={add}>
      <Card>
        {all.length === 0 && (
          <p className="p-4 text-muted-foreground">No addresses yet. Add a service address to schedule work.</p>
        )}
        <ul className="divide-y divide-border">
          {all.map((address) => (
            <li key={address.id} className="flex items-start gap-3 p-4">
              <AddressItem address={address} />
              {mayWrite && (
                <Button asChild variant="ghost" size="sm">
                  <Link
                    to={editHref(address.id)}
                    preventScrollReset
                    aria-label={`Edit ${ADDRESS_TYPE_LABELS[address.type].toLowerCase()} address ${address.line1}`}
                  >
                    Edit
                  </Link>
                </Button>
              )}
            </li>
          ))}
        </ul>
        {(nextHref || firstHref) && (
          <p className="flex justify-end gap-2 border-border border-t px-4 py-3">
            {firstHref && <PageLink to={firstHref}>First addresses</PageLink>}
            {nextHref && <PageLink to={nextHref}>More addresses</PageLink>}
          </p>
        )}
      </Card>
    </Section>
  );
}

const zones: Record<string, string> = US_ZONES;

function AddressItem({ address }: { address: Address }) {
  const Icon = address.type === "billing" ? ReceiptText : MapPin;
  return (
    <>
      <Icon className="mt-0.5 size-4 shrink-0 text-subtle-foreground" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-sm">
          {ADDRESS_TYPE_LABELS[address.type]}
          {address.label && <span className="text-foreground">{address.label}</span>}
          {address.isPrimary && (
            <Badge tone="cool">
              <Star className="size-3" />
              Primary
            </Badge>
          )}
        </p>
        <address className="mt-0.5 break-words not-italic">
          {addressLines(address).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        {address.timeZone && (
          <p className="mt-1 text-muted-foreground text-sm">{zones[address.timeZone] ?? address.timeZone} time</p>
        )}
        {address.type === "service" && (
          <p className="mt-1 text-sm">
            <TextLink to={paths.property(address.id)}>Open property</TextLink>
          </p>
        )}
      </div>
    </>
  );
}
