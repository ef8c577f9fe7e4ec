import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FilterBar, FilterDay, FilterSelect } from "~/components/data-table/filter-bar";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Download } from "~/components/ui/icons";
import { amountsText, type DeletedReading, deletionText, MAX_PDF_USES } from "~/domain/refrigerant/packet/packet";
import { packetPreview } from "~/domain/refrigerant/packet/read.server";
import { PacketFilter, PacketView } from "~/domain/refrigerant/packet/schema";
import { weightText } from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";
import { allowPerson } from "~/domain/shared/permissions";
import { formatDate } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Audit packet · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const given = Object.entries(Object.fromEntries(url.searchParams)).filter(([, value]) => value !== "");
  const view = PacketView.parse(Object.fromEntries(given));
  const preview = await packetPreview(ctx, view);
  const { startDate, endDate, tooMuch } = preview;
  const wanted = { ...view, startDate, endDate };
  const refused = PacketFilter.safeParse(wanted).error?.issues[0]?.message;
  return { preview, wanted, problem: refused ?? tooMuch, units: allowPerson(ctx).gaugeUnits };
});

/** Selects a period, shows what the packet would contain, and offers the download. */
export default function AuditPacket() {
  const { preview, wanted, problem, units } = useLoaderData<typeof loader>();
  const { subject, isBusiness, choices, startDate, endDate } = preview;
  const { circuitId, equipmentId, customerId } = wanted;
  const isPdf = preview.counts.additions + preview.counts.recoveries <= MAX_PDF_USES;
  return (
    <>
      <p className="mb-4 max-w-prose text-muted-foreground">
        Every addition and recovery with its technician, certification, cylinder and leak rate, and every leak episode
        with its deadlines, repairs and verification tests, ready for an inspector.
      </p>
      <FilterBar keep={{ equipmentId, customerId, ...(choices.length > 1 ? {} : { circuitId }) }}>
        <FilterDay name="startDate" label="From" value={startDate} />
        <FilterDay name="endDate" label="To" value={endDate} />
        {choices.length > 1 && (
          <FilterSelect
            name="circuitId"
            label="Circuit"
            any="All circuits"
            value={circuitId ?? ""}
            choices={choices.map(({ id, name, refrigerant }) => ({ value: id, label: `${name} · ${refrigerant}` }))}
          />
        )}
      </FilterBar>
      <Section title={`Audit packet: ${subject}, ${formatDate(startDate, true)} to ${formatDate(endDate, true)}`}>
        {problem ? (
          <p role="alert" className="rounded-md border border-destructive bg-bad-soft p-4">
            {problem}
          </p>
        ) : (
          <>
            <p>{contentsOf(preview, units)}</p>
            <div className="flex flex-wrap gap-2">
              {isPdf && (
                <Button asChild variant="default">
                  <a href={paths.auditPacketFile("pdf", wanted)} download>
                    <Download />
                    PDF
                  </a>
                </Button>
              )}
              <Button asChild variant="outline">
                <a href={paths.auditPacketFile("csv", wanted)} download>
                  <Download />
                  CSV
                </a>
              </Button>
            </div>
            {!isPdf && (
              <p className="text-muted-foreground">A PDF would be too long. Choose a shorter period for one.</p>
            )}
            <DeletedReadings {...preview.deleted} units={units} />
          </>
        )}
      </Section>
      <p className="mt-6 max-w-prose text-muted-foreground">
        {isBusiness ? (
          "For one customer or one piece of equipment, open its page and choose Audit packet there."
        ) : (
          <TextLink to={paths.auditPacket({ startDate, endDate })}>All customers</TextLink>
        )}
      </p>
    </>
  );
}

type DeletedProps = { items: readonly DeletedReading[]; more: boolean; units: GaugeUnits };

/** Deleted readings that the packet lists although they count in no total. */
function DeletedReadings({ items, more, units }: DeletedProps) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="deleted" className="flex flex-col gap-2">
      <h3 id="deleted" className="font-medium">
        Deleted readings
      </h3>
      <ul className="list-frame divide-y divide-border">
        {items.map((reading) => (
          <li key={reading.id} className="flex flex-col gap-1 px-4 py-3 text-sm">
            <del>
              {[formatDate(reading.date, true), reading.unitName, reading.refrigerant].join(" · ")}
              {" · "}
              {amountsText(reading, (milliLb) => weightText(units, milliLb))}
            </del>
            <span>{deletionText(reading, (date) => formatDate(date, true))}</span>
          </li>
        ))}
      </ul>
      {more && <p className="text-muted-foreground text-sm">The packet lists the others as well.</p>}
    </section>
  );
}

type Preview = Awaited<ReturnType<typeof packetPreview>>;

function contentsOf({ counts, episodes }: Pick<Preview, "counts" | "episodes">, units: GaugeUnits): string {
  const { additions, addedMilliLb, recoveries, recoveredMilliLb } = counts;
  const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);
  const weight = (milliLb: number) => (milliLb > 0 ? ` (${weightText(units, milliLb)})` : "");
  return [
    many(additions, "addition", "additions") + weight(addedMilliLb),
    many(recoveries, "recovery", "recoveries") + weight(recoveredMilliLb),
    many(episodes, "leak episode", "leak episodes"),
  ].join(" · ");
}
