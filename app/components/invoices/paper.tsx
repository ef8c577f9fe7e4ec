import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";
import { lineDiscountText } from "~/domain/billing/charges";
import { percentText, termsLabel } from "~/domain/billing/settings";
import type { TaxTotals } from "~/domain/billing/totals";
import { formatQuantity } from "~/domain/inventory/quantity";
import {
  formatInvoiceNumber,
  type InvoiceKind,
  type InvoiceStatus,
  type Party,
  type Seller,
} from "~/domain/invoices/invoice";
import { formatMoney } from "~/domain/shared/money";
import { formatFullDate } from "~/domain/shared/time/date-format";

interface PaperLine {
  position: number;
  description: string;
  equipment: string | null;
  quantityMilli: number;
  unit: string;
  unitPriceMinor: number | null;
  discountPpm: number;
  discountAmountMinor: number;
  taxable: boolean;
  amountMinor: number;
}

interface PaperInvoice {
  kind: InvoiceKind;
  status: InvoiceStatus;
  number: number | null;
  billTo: Party;
  site: Party | null;
  seller: Seller | null;
  title: string | null;
  issuedOn: string | null;
  dueOn: string | null;
  termsDays: number;
  memo: string | null;
  footer: string | null;
  taxState: string;
  taxNote: string | null;
  taxes: readonly TaxTotals[];
  subtotalMinor: number;
  discountMinor: number;
  totalMinor: number;
  paidMinor: number;
  creditedMinor: number;
  balanceMinor: number;
  lines: readonly PaperLine[];
}

/** The document as printed: black on white in either theme. */
export function Paper({ invoice, sender }: { invoice: PaperInvoice; sender: string }) {
  const { kind, number, billTo, site, seller, title, memo, footer } = invoice;
  return (
    <Card
      as="article"
      aria-label="Document"
      className="mx-auto w-full max-w-3xl scheme-light p-5 text-foreground text-sm sm:p-10 print:max-w-none print:border-0 print:p-0"
    >
      <header className="flex flex-wrap justify-between gap-6 border-border border-b pb-6">
        <div>
          <p className="font-semibold text-lg">{seller?.name ?? sender}</p>
          {[...(seller?.lines ?? []), seller?.phone, seller?.email].map((text) => text && <p key={text}>{text}</p>)}
        </div>
        <div className="sm:text-right">
          <p className="font-semibold text-xl">{kind === "invoice" ? "Invoice" : "Credit note"}</p>
          <p className="tabular">{formatInvoiceNumber(kind, number)}</p>
          {invoice.status === "void" && <p className="font-semibold">Void</p>}
        </div>
      </header>
      <div className="grid gap-6 py-6 sm:grid-cols-3">
        <PartyBlock title="Bill to" party={billTo} />
        {site && <PartyBlock title="Service at" party={site} />}
        <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 tabular sm:text-right">
          <Fact term="Issued">{invoice.issuedOn ? formatFullDate(invoice.issuedOn) : "Not issued"}</Fact>
          {kind === "invoice" && (
            <>
              <Fact term="Due">{invoice.dueOn ? formatFullDate(invoice.dueOn) : "–"}</Fact>
              <Fact term="Terms">{termsLabel(invoice.termsDays)}</Fact>
            </>
          )}
        </dl>
      </div>
      {title && <p className="pb-4 font-semibold">{title}</p>}
      <Lines lines={invoice.lines} />
      <Sums invoice={invoice} />
      {memo && <p className="whitespace-pre-line pt-6">{memo}</p>}
      {footer && (
        <p className="mt-6 whitespace-pre-line border-border border-t pt-4 text-muted-foreground text-xs">{footer}</p>
      )}
      <p className="pt-4 text-muted-foreground text-xs">
        Tax is calculated for each rate on the sum of its lines and rounded half up to the cent.
      </p>
    </Card>
  );
}

function PartyBlock({ title, party }: { title: string; party: Party }) {
  return (
    <div>
      <p className="text-muted-foreground text-xs">{title}</p>
      <p className="font-semibold">
        <bdi>{party.name}</bdi>
      </p>
      {party.lines.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-left text-muted-foreground">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Lines without equipment first, then those of each piece of equipment. */
function Lines({ lines }: { lines: readonly PaperLine[] }) {
  if (lines.length === 0) return <p className="border-border border-y py-6 text-muted-foreground">No lines yet</p>;
  const groups = [...new Set(lines.map(({ equipment }) => equipment))].sort(
    (a, b) => Number(a !== null) - Number(b !== null),
  );
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Lines</caption>
      <thead>
        <tr className="border-foreground border-b text-left text-muted-foreground text-xs">
          <th scope="col" className="py-2 pr-3 font-medium">
            Description
          </th>
          <th scope="col" className="whitespace-nowrap py-2 pr-3 text-right font-medium">
            Quantity
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-medium max-sm:hidden">
            Price
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Amount
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group ?? ""}>
          {group !== null && (
            <tr className="break-inside-avoid break-after-avoid border-border border-b">
              <th scope="rowgroup" colSpan={4} className="pt-4 pb-1 text-left font-semibold">
                {group}
              </th>
            </tr>
          )}
          {lines
            .filter(({ equipment }) => equipment === group)
            .map((line) => (
              <Line key={line.position} line={line} />
            ))}
        </tbody>
      ))}
    </table>
  );
}

function Line({ line }: { line: PaperLine }) {
  const { description, quantityMilli, unit, unitPriceMinor, taxable, amountMinor } = line;
  const discount = lineDiscountText(line);
  return (
    <tr className="break-inside-avoid border-border border-b align-top">
      <td className="break-words py-2 pr-3">
        {description}
        {discount && <span className="block text-muted-foreground text-xs">{discount}</span>}
      </td>
      <td className="whitespace-nowrap py-2 pr-3 text-right tabular">
        {formatQuantity(quantityMilli)} {unit}
      </td>
      <td className="py-2 pr-3 text-right tabular max-sm:hidden">
        {unitPriceMinor === null ? "No price" : formatMoney(unitPriceMinor)}
      </td>
      <td className="whitespace-nowrap py-2 text-right tabular">
        {unitPriceMinor === null ? "No price" : formatMoney(amountMinor)}
        {taxable && " T"}
      </td>
    </tr>
  );
}

function Sums({ invoice }: { invoice: PaperInvoice }) {
  const { kind, status, taxState, taxNote, taxes, discountMinor, paidMinor, creditedMinor } = invoice;
  return (
    <dl className="ml-auto grid w-full max-w-xs break-inside-avoid grid-cols-[1fr_auto] gap-x-6 gap-y-1 pt-4 tabular">
      <Sum term="Subtotal" minor={invoice.subtotalMinor} />
      {discountMinor > 0 && <Sum term="Discount" minor={-discountMinor} />}
      {taxState === "unknown" && (
        <>
          <dt>Tax</dt>
          <dd className="text-right">Not known yet</dd>
        </>
      )}
      {taxState === "exempt" && <Sum term={`Tax exempt: ${taxNote}`} minor={0} />}
      {taxes.map(({ name, ratePpm, taxMinor }) => (
        <Sum key={`${name} ${ratePpm}`} term={`${name} ${percentText(ratePpm)}`} minor={taxMinor} />
      ))}
      <Sum term={kind === "invoice" ? "Total" : "Credited"} minor={invoice.totalMinor} isStrong />
      {paidMinor > 0 && <Sum term="Paid" minor={-paidMinor} />}
      {creditedMinor > 0 && <Sum term="Credited" minor={-creditedMinor} />}
      {kind === "invoice" && status === "issued" && <Sum term="Balance due" minor={invoice.balanceMinor} isStrong />}
    </dl>
  );
}

function Sum({ term, minor, isStrong = false }: { term: string; minor: number; isStrong?: boolean }) {
  const weight = isStrong ? "border-foreground border-t pt-1 font-semibold" : "";
  return (
    <>
      <dt className={weight}>{term}</dt>
      <dd className={`text-right ${weight}`}>{formatMoney(minor)}</dd>
    </>
  );
}
