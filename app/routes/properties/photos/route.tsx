import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Camera, Plus } from "~/components/ui/icons";
import { sitePictures } from "~/domain/sites/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { useSite } from "~/routes/properties/shared/use-site";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, params }) => sitePictures(ctx, params.id ?? ""));

type Pictures = Awaited<ReturnType<typeof sitePictures>>;

/** Photos of the property itself, and of its latest jobs. */
export default function PropertyPhotos() {
  const { own, ofJobs, isPartial } = useLoaderData<typeof loader>();
  const { number, may } = useSite();
  const add = may.addPhotos && (
    <Button asChild variant="outline" size="sm">
      <Link to={paths.newPropertyPhoto(number)} preventScrollReset>
        <Plus />
        Add photo
      </Link>
    </Button>
  );
  return (
    <>
      <div className="flex flex-col gap-8">
        <Section title="Photos of the property" action={own.length > 0 && add}>
          {own.length === 0 ? (
            <EmptyState icon={Camera} title="No photos yet" action={add}>
              Show the next technician where the equipment, shut-off and panel are.
            </EmptyState>
          ) : (
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
              {own.map((photo) => (
                <OwnPhoto key={photo.id} photo={photo} />
              ))}
            </ul>
          )}
        </Section>
        {ofJobs.length > 0 && (
          <Section title="Photos of jobs">
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
              {ofJobs.map((photo) => (
                <WorkOrderPhoto key={photo.id} photo={photo} />
              ))}
            </ul>
            {isPartial && (
              <p className="text-muted-foreground text-sm">
                Only photos of the latest jobs are shown. Find earlier ones on their job in{" "}
                <TextLink to={paths.propertyTab(number, "history")}>History</TextLink>.
              </p>
            )}
          </Section>
        )}
      </div>
      <Outlet />
    </>
  );
}

const pictureStyle = "aspect-square w-full rounded-md border border-border bg-muted object-cover hover:border-ring";

function OwnPhoto({ photo: { id, caption, createdAt, firstName, lastName } }: { photo: Pictures["own"][number] }) {
  const site = useSite();
  const name = caption ?? "Photo of the property";
  return (
    <li className="flex flex-col gap-1 text-sm">
      <a href={paths.propertyPhoto(site.number, id)} target="_blank" rel="noreferrer">
        <img src={paths.propertyPhoto(site.number, id)} alt={name} loading="lazy" className={pictureStyle} />
      </a>
      {caption && <p className="break-words">{caption}</p>}
      <p className="text-muted-foreground">
        <DateText at={createdAt} zone={site.timeZone} />
        {firstName && `, ${firstName} ${lastName}`}
      </p>
      {site.may.write && (
        <p>
          <Link
            to={paths.removePropertyPhoto(site.number, id)}
            preventScrollReset
            aria-label={`Remove photo: ${name}`}
            className="inline-flex min-h-6 items-center text-bad underline-offset-4 hover:underline"
          >
            Remove
          </Link>
        </p>
      )}
    </li>
  );
}

function WorkOrderPhoto({
  photo: { id, workOrderId, number, reference, title, takenAt },
}: {
  photo: Pictures["ofJobs"][number];
}) {
  const { timeZone } = useSite();
  return (
    <li className="flex flex-col gap-1 text-sm">
      <a href={paths.workOrderPhoto(workOrderId, id)} target="_blank" rel="noreferrer">
        <img
          src={paths.workOrderPhoto(workOrderId, id)}
          alt={`${title}, ${reference}`}
          loading="lazy"
          className={pictureStyle}
        />
      </a>
      <p>
        <TextLink to={paths.workOrder(number)}>{reference}</TextLink>{" "}
        <span className="text-muted-foreground">
          <DateText at={takenAt} zone={timeZone} />
        </span>
      </p>
    </li>
  );
}
