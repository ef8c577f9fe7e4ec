import { percentText } from "~/domain/billing/settings";
import { type Discount, type PricedLine, type TaxRate, type TaxTotals, totals } from "~/domain/billing/totals";
import { formatQuantity } from "~/domain/inventory/quantity";
import { formatMoney } from "~/domain/shared/money";
import { formatLongDate } from "~/domain/shared/time/date-format";

/** Stored statuses; whether it has expired is derived. */
export const ESTIMATE_STATUSES = ["draft", "sent", "approved", "declined", "withdrawn", "superseded"] as const;
export type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];

export const ESTIMATE_STATES = [...ESTIMATE_STATUSES, "expired"] as const;
export type EstimateState = (typeof ESTIMATE_STATES)[number];

export const ESTIMATE_STATE_LABELS: Record<EstimateState, string> = {
  draft: "Draft",
  sent: "Sent",
  approved: "Approved",
  declined: "Declined",
  withdrawn: "Withdrawn",
  superseded: "Replaced",
  expired: "Expired",
};

/** Default names of a new estimate's options. */
export const OPTION_NAMES = ["Good", "Better", "Best"] as const;
export const MAX_OPTIONS = 3;
export const MAX_LINES = 200;
/** Estimates listed with a customer or a job. */
export const MAX_LISTED = 50;
/** Days a new estimate is valid. */
export const VALID_DAYS = 30;

/** `EST-12`; its second version is `EST-12-2`. */
export function formatEstimateNumber(number: number | null, revision = 1): string {
  if (number === null) return "Draft";
  return revision > 1 ? `EST-${number}-${revision}` : `EST-${number}`;
}

/** The displayed state: expired from the day after the last valid day. */
export function stateOf(
  { status, validUntil }: { status: EstimateStatus; validUntil: string },
  today: string,
): EstimateState {
  return status === "sent" && validUntil < today ? "expired" : status;
}

/** Whether it may be sent, for the first time or again. */
export const isSendable = (state: EstimateState) => state === "draft" || state === "sent" || state === "approved";

/** Whether it may be revised as a new version. */
export const isRevisable = (status: EstimateStatus) =>
  status === "sent" || status === "declined" || status === "withdrawn";

interface OptionLine extends Omit<PricedLine, "unitPriceMinor"> {
  position: number;
  optional: boolean;
  unitPriceMinor: number | null;
}

interface Terms {
  discount: Discount;
  rates: readonly TaxRate[];
}

/** The totals of an option with the selected optional lines, computed like an invoice's. */
export function optionTotals(lines: readonly OptionLine[], chosen: readonly number[], terms: Terms) {
  const included = lines.filter(({ optional, position }) => !optional || chosen.includes(position));
  return totals(
    included.map((line) => ({ ...line, unitPriceMinor: line.unitPriceMinor ?? 0 })),
    terms,
  );
}

interface PrintedLine extends OptionLine {
  description: string;
  unit: string;
  amountMinor: number;
}

interface PrintedOption {
  name: string;
  description: string | null;
  recommended: boolean;
  subtotalMinor: number;
  discountMinor: number;
  totalMinor: number;
  taxes: readonly TaxTotals[];
  lines: readonly PrintedLine[];
}

interface Party {
  name: string;
  lines: readonly string[];
}

interface Printable {
  number: number | null;
  revision: number;
  title: string;
  billTo: Party;
  site: Party | null;
  seller: (Party & { phone: string | null; email: string | null }) | null;
  memo: string | null;
  terms: string | null;
  sentOn: string;
  validUntil: string;
  taxState: string;
  taxNote: string | null;
  options: readonly PrintedOption[];
}

/** An estimate's text in order, as its PDF shows it. */
export function printedEstimate(estimate: Printable) {
  const { billTo, site, seller, memo, terms, sentOn, validUntil, options } = estimate;
  const present = (lines: readonly (string | null | undefined | false)[]) =>
    lines.filter((line): line is string => typeof line === "string" && line !== "");
  return {
    title: "Estimate",
    subtitle: formatEstimateNumber(estimate.number, estimate.revision),
    seller: { name: seller?.name ?? "", lines: present([...(seller?.lines ?? []), seller?.phone, seller?.email]) },
    blocks: [
      { title: "For", lines: [billTo.name, ...billTo.lines] },
      ...(site ? [{ title: "Service at", lines: [site.name, ...site.lines] }] : []),
      { title: "Details", lines: [`Sent ${formatLongDate(sentOn)}`, `Valid until ${formatLongDate(validUntil)}`] },
    ],
    heading: estimate.title,
    memo,
    options: options.map(({ name, recommended, description, lines, ...sums }) => ({
      heading: recommended && options.length > 1 ? `${name} (recommended)` : name,
      description,
      rows: lines.map((line) => ({
        text: line.description,
        detail:
          [line.optional && "Optional, not included", line.discountPpm > 0 && `${percentText(line.discountPpm)} off`]
            .filter(Boolean)
            .join(" · ") || null,
        quantity: `${formatQuantity(line.quantityMilli)} ${line.unit}`,
        price: line.unitPriceMinor === null ? "–" : formatMoney(line.unitPriceMinor),
        amount: `${formatMoney(line.amountMinor)}${line.taxable ? " T" : ""}`,
      })),
      totals: [
        { label: "Subtotal", value: formatMoney(sums.subtotalMinor) },
        ...(sums.discountMinor > 0 ? [{ label: "Discount", value: formatMoney(-sums.discountMinor) }] : []),
        ...(estimate.taxState === "exempt"
          ? [{ label: `Tax exempt: ${estimate.taxNote ?? ""}`, value: formatMoney(0) }]
          : []),
        ...sums.taxes.map((tax) => ({
          label: `${tax.name} ${percentText(tax.ratePpm)}`,
          value: formatMoney(tax.taxMinor),
        })),
        { label: "Total", value: formatMoney(sums.totalMinor), strong: true },
      ],
    })),
    notes: present([
      terms,
      options.some(({ lines }) => lines.some(({ taxable }) => taxable)) &&
        "T: taxable. Tax is calculated for each rate on the sum of its lines and rounded half up to the cent.",
    ]),
  };
}

interface Mailed {
  number: number | null;
  revision: number;
  title: string;
  billTo: { name: string };
  validUntil: string;
}

/** The default text of a mail with an estimate. */
export function estimateMail({ title, billTo, validUntil }: Mailed, business: string) {
  return {
    subject: `Your estimate from ${business}: ${title}`.slice(0, 200),
    message: [
      `Hello ${billTo.name},`,
      `Your estimate is attached. Open the link below to compare the options, choose one and approve it online by ${formatLongDate(validUntil)}.`,
      `Thank you,\n${business}`,
    ].join("\n\n"),
  };
}
