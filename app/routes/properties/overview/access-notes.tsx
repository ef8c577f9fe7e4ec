import { Link, useFetcher } from "@remix-run/react";
import { useState } from "react";
import { DescriptionList } from "~/components/description-list";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Eye, EyeOff, PencilLine } from "~/components/ui/icons";
import type { SiteHeader } from "~/domain/sites/detail.server";
import { ACCESS_FIELDS, ACCESS_LABELS } from "~/domain/sites/site";
import { paths } from "~/paths";
import type { loader } from "~/routes/properties/resources/shown-access";

/** Access notes, hidden until requested, because every view is logged. */
export function AccessNotes({ site: { number, hasAccess } }: { site: SiteHeader }) {
  const fetcher = useFetcher<typeof loader>({ key: `property-access-${number}` });
  const [isHidden, setIsHidden] = useState(false);
  const shown = isHidden ? null : fetcher.data;
  const edit = (
    <Button asChild variant="outline" size="sm">
      <Link to={paths.propertyAccess(number)} preventScrollReset>
        <PencilLine />
        {hasAccess ? "Edit" : "Add access notes"}
      </Link>
    </Button>
  );
  return (
    <Section title="Access" action={edit}>
      {!hasAccess && <p className="text-muted-foreground">No gate code, key, alarm, animals or parking noted.</p>}
      {hasAccess && !shown?.access && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="outline"
            loading={fetcher.state !== "idle"}
            onClick={() => {
              setIsHidden(false);
              fetcher.load(paths.shownAccess(number));
            }}
          >
            <Eye />
            Show access notes
          </Button>
          <p className="text-muted-foreground text-sm">Each view is recorded in the audit log.</p>
          {shown?.message && (
            <p role="alert" className="w-full text-bad text-sm">
              {shown.message}
            </p>
          )}
        </div>
      )}
      {shown?.access && (
        <>
          <DescriptionList
            facts={ACCESS_FIELDS.flatMap((field) => {
              const text = shown.access?.[field];
              return text
                ? [{ term: ACCESS_LABELS[field], detail: <span className="whitespace-pre-line">{text}</span> }]
                : [];
            })}
          />
          <div>
            <Button variant="ghost" size="sm" onClick={() => setIsHidden(true)}>
              <EyeOff />
              Hide
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
