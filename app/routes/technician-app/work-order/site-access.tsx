import { Button } from "~/components/ui/button";
import { Phone } from "~/components/ui/icons";
import { formatPhone } from "~/domain/shared/text/phones";
import { ACCESS_FIELDS, ACCESS_LABELS, hasAccess, SITE_ROLE_LABELS, type SiteAccess } from "~/domain/sites/site";
import type { DayPerson } from "~/domain/technician-app/day";

/** Access notes, large enough to read at the gate; stored on the device with the job. */
export function SiteAccessNotes({ access }: { access: SiteAccess | null }) {
  if (!access || !hasAccess(access)) return null;
  return (
    <dl aria-label="Access" className="grid gap-2 rounded-md bg-warn-soft p-4 text-warn">
      {ACCESS_FIELDS.flatMap((field) => {
        const text = access[field];
        return text === null ? [] : [{ field, text }];
      }).map(({ field, text }) => (
        <div key={field}>
          <dt className="text-sm">{ACCESS_LABELS[field]}</dt>
          <dd className={field === "gateCode" ? "font-semibold text-xl tabular" : "whitespace-pre-line break-words"}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** On-site contacts, if they are not the paying customer. */
export function SitePeople({ people }: { people: readonly DayPerson[] }) {
  if (people.length === 0) return null;
  return (
    <ul aria-label="People at the property" className="divide-y divide-border rounded-md border-2 border-border">
      {people.map(({ id, name, part, phone, role }) => (
        <li key={id} className="flex items-center justify-between gap-3 p-3">
          <p className="min-w-0">
            <span className="block break-words font-semibold">{name}</span>
            <span className="text-muted-foreground">{[SITE_ROLE_LABELS[role], part].filter(Boolean).join(", ")}</span>
          </p>
          {phone && (
            <Button variant="outline" asChild size="lg" className="shrink-0 px-3">
              <a href={`tel:${phone}`}>
                <Phone aria-hidden="true" />
                <span className="sr-only">Call {name} </span>
                <span className="whitespace-nowrap">{formatPhone(phone)}</span>
              </a>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
