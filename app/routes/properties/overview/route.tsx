import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { MailLink, PhoneLink } from "~/components/contact-link";
import { DescriptionList } from "~/components/description-list";
import { VectorMap } from "~/components/map/vector-map";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { PencilLine, Plus } from "~/components/ui/icons";
import { type SiteHeader, siteOverview } from "~/domain/sites/detail.server";
import { OCCUPANCY_LABELS, SITE_ROLE_LABELS } from "~/domain/sites/site";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { useSite } from "~/routes/properties/shared/use-site";
import { WorkOrderList } from "~/routes/properties/shared/work-order-list";
import { AccessNotes } from "./access-notes";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, params }) => siteOverview(ctx, params.id ?? ""));

/** The address, the paying customer, on-site contacts, access notes, and upcoming visits. */
export default function PropertyOverview() {
  const { people, nextVisits } = useLoaderData<typeof loader>();
  const site = useSite();
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-8">
          <Payer site={site} />
          <People people={people} />
          {site.may.seeAccess && <AccessNotes key={site.version} site={site} />}
        </div>
        <div className="flex flex-col gap-8">
          <Location site={site} />
          {nextVisits && (
            <Section title="Next visits">
              <WorkOrderList jobs={nextVisits} zone={site.timeZone} empty="Nothing is booked here." />
            </Section>
          )}
        </div>
      </div>
      <Outlet />
    </>
  );
}

function Payer({
  site: { number, customerName, customerNumber, customerPhone, customerEmail, occupancy, may },
}: {
  site: SiteHeader;
}) {
  const edit = may.write && (
    <Button asChild variant="outline" size="sm">
      <Link to={paths.editProperty(number)} preventScrollReset>
        <PencilLine />
        Edit
      </Link>
    </Button>
  );
  return (
    <Section title="Customer" action={edit}>
      <DescriptionList
        facts={[
          {
            term: "Billed to",
            detail: customerNumber !== null && <TextLink to={paths.customer(customerNumber)}>{customerName}</TextLink>,
          },
          { term: "Phone", detail: customerPhone && <PhoneLink phone={customerPhone} /> },
          { term: "Email", detail: customerEmail && <MailLink email={customerEmail} /> },
          { term: "Occupancy", detail: occupancy === "unknown" ? "" : OCCUPANCY_LABELS[occupancy] },
        ]}
      />
    </Section>
  );
}

function People({ people }: { people: Awaited<ReturnType<typeof siteOverview>>["people"] }) {
  const { number, may } = useSite();
  const add = may.write && (
    <Button asChild variant="outline" size="sm">
      <Link to={paths.newPropertyPerson(number)} preventScrollReset>
        <Plus />
        Add person
      </Link>
    </Button>
  );
  return (
    <Section title="People at the property" action={add}>
      {people.length === 0 ? (
        <p className="text-muted-foreground">
          No contacts yet. Add the tenant, the landlord or anyone else who opens the door.
        </p>
      ) : (
        <Card as="ul" className="divide-y divide-border">
          {people.map(({ id, role, name, phone, email, part, notes }) => (
            <li key={id} className="flex items-start gap-3 px-4 py-3">
              <div className="min-w-0 grow">
                <p className="break-words font-medium">{name}</p>
                <p className="text-muted-foreground text-sm">
                  {[SITE_ROLE_LABELS[role], part].filter(Boolean).join(", ")}
                </p>
                <p className="flex flex-wrap gap-x-4">
                  {phone && <PhoneLink phone={phone} />}
                  {email && <MailLink email={email} />}
                </p>
                {notes && <p className="whitespace-pre-line break-words text-muted-foreground text-sm">{notes}</p>}
              </div>
              {may.write && (
                <Button asChild variant="ghost" size="sm">
                  <Link to={paths.propertyPerson(number, id)} preventScrollReset aria-label={`Edit ${name}`}>
                    Edit
                  </Link>
                </Button>
              )}
            </li>
          ))}
        </Card>
      )}
    </Section>
  );
}

function Location({ site: { id, point, line1, city, state, customerNumber, may } }: { site: SiteHeader }) {
  if (point) {
    return (
      <Section title="Location">
        <VectorMap
          label={`${line1}, ${city}`}
          pins={[{ id, point, title: line1, className: "text-link" }]}
          states={[state]}
          className="h-64"
        />
      </Section>
    );
  }
  return (
    <Section title="Location">
      <p className="text-muted-foreground">
        This address is not on the map yet, so drive times to it are unknown.
        {may.write && customerNumber !== null && (
          <>
            {" "}
            <TextLink to={paths.customerAddress(customerNumber, id)}>Check the address</TextLink>
          </>
        )}
      </p>
    </Section>
  );
}
