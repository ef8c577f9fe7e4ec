import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Printer, QrCode } from "~/components/ui/icons";
import {
  LABEL_SHEET_LABELS,
  LABEL_SHEETS,
  LABELS_ON_SHEET,
  type LabelSheet,
  sheetsOf,
} from "~/domain/inventory/items/label";
import { drawLabels } from "~/domain/inventory/items/labels.server";
import { LabelView } from "~/domain/inventory/schema";
import { choicesOf } from "~/domain/shared/choices";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Labels · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const query = Object.fromEntries(url.searchParams);
  const view = LabelView.parse(query);
  return { view, query, ...(await drawLabels(ctx, view, url.origin)) };
});

type Label = Awaited<ReturnType<typeof drawLabels>>["labels"][number];

const sheets = choicesOf(LABEL_SHEETS, LABEL_SHEET_LABELS);
const starts = Array.from({ length: LABELS_ON_SHEET["5160"] - 1 }, (_, at) => ({
  value: String(at + 1),
  label: `Start at label ${at + 2}`,
}));
const copies = [2, 3, 5, 10, 30].map((count) => ({ value: String(count), label: `${count} copies` }));

export default function Labels() {
  const { view, query, labels, ...page } = useLoaderData<typeof loader>();
  const { sheet, used: _, copies: __, ...filters } = query;
  const { cursor: ___, before: ____, ...shown } = query;
  const isOne = Boolean(view.itemId ?? view.locationId);
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Labels"
          count={labels.length}
          action={
            labels.length > 0 && (
              <Button variant="default" onClick={() => window.print()} className="noscript:hidden">
                <Printer />
                Print
              </Button>
            )
          }
        />
      </div>
      <FilterBar keep={filters}>
        <FilterSelect
          name="sheet"
          label="Paper"
          any={LABEL_SHEET_LABELS["5160"]}
          value={view.sheet === "5160" ? "" : view.sheet}
          choices={sheets.slice(1)}
        />
        {view.sheet === "5160" && (
          <FilterSelect
            name="used"
            label="Start"
            any="Start at label 1"
            value={view.used ? String(view.used) : ""}
            choices={starts}
          />
        )}
        {isOne && (
          <FilterSelect
            name="copies"
            label="Copies"
            any="1 copy"
            value={view.copies > 1 ? String(view.copies) : ""}
            choices={copies}
          />
        )}
      </FilterBar>
      {labels.length === 0 ? (
        <EmptyState icon={QrCode} title="Nothing to label">
          A label carries the barcode or SKU of an item, and a QR code that opens it on a phone.
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a sheet wider than a phone scrolls by keyboard
        <section aria-label="Sheets" tabIndex={0} className="overflow-x-auto print:overflow-visible">
          {sheetsOf(labels, view.sheet, view.used).map((places, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: label positions have no other identity
            <Sheet key={at} places={places} sheet={view.sheet} />
          ))}
        </section>
      )}
      <CursorPagination page={page} href={(at) => paths.labels({ ...shown, ...at })}>
        {counted(labels.length, "label")}
      </CursorPagination>
    </>
  );
}

/** In true size; black on white on the screen as well. */
const labelStyle =
  "flex break-inside-avoid items-center gap-2 overflow-hidden rounded-sm border border-border bg-[white] px-[0.1in] py-[0.08in] text-[black] print:border-transparent";

/** The names of their pages are those in base.css. */
const sheetStyles: Record<LabelSheet, string> = {
  "5160": "[page:sheet-5160] mb-4 grid w-fit grid-cols-[repeat(3,2.625in)] auto-rows-[1in] gap-x-[0.125in] print:mb-0",
  roll: "[page:roll-2x1] mb-2 grid w-fit grid-cols-[2in] auto-rows-[1in] print:mb-0",
};

function Sheet({ places, sheet }: { places: readonly (Label | null)[]; sheet: LabelSheet }) {
  return (
    <ul aria-label="Sheet" className={cn("not-last:break-after-page", sheetStyles[sheet])}>
      {places.map((label, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: label positions have no other identity
        <li key={at} className={labelStyle} aria-label={label ? undefined : "Already used"}>
          {label && <LabelText label={label} />}
        </li>
      ))}
    </ul>
  );
}

function LabelText({ label: { title, code, detail, bars, qr } }: { label: Label }) {
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <strong className={code === null ? "text-sm" : detail ? "truncate text-xs" : "line-clamp-2 text-xs"}>
          {title}
        </strong>
        {bars && (
          <svg
            role="img"
            aria-label={`Barcode ${code}`}
            viewBox={`0 0 ${bars.size} 1`}
            shapeRendering="crispEdges"
            preserveAspectRatio="none"
            className="h-[0.28in] w-full shrink-0"
          >
            <path d={bars.path} />
          </svg>
        )}
        {code && <span className="truncate text-xs tabular">{code}</span>}
        {detail && <span className="truncate text-xs">{detail}</span>}
      </div>
      <svg
        role="img"
        aria-label="QR code"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="h-full max-w-[0.8in] shrink-0"
      >
        <path d={qr.path} />
      </svg>
    </>
  );
}
