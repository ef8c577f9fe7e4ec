import { Form, useNavigation } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { CalendarX, CircleCheck, CircleHelp, Clock, type IconComponent } from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { LOT_STATE_LABELS, type LotState } from "~/domain/inventory/lots/lot";
import type { Lot } from "~/domain/inventory/lots/lots.server";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { paths } from "~/paths";

const looks: Record<LotState, { tone: Tone; icon: IconComponent }> = {
  good: { tone: "ok", icon: CircleCheck },
  expiring: { tone: "warn", icon: Clock },
  expired: { tone: "bad", icon: CalendarX },
  unknown: { tone: "neutral", icon: CircleHelp },
};

function LotBadge({ state }: { state: LotState }) {
  return <StatusBadge label={LOT_STATE_LABELS[state]} {...looks[state]} />;
}

const itemColumn: Column<Lot> = {
  key: "item",
  header: "Item",
  cell: ({ itemId, itemSku, itemName }) => (
    <>
      <TextLink to={paths.item(itemId)}>{itemName}</TextLink>
      <SecondLine>{itemSku}</SecondLine>
    </>
  ),
};

const lotColumn: Column<Lot> = {
  key: "lot",
  header: "Lot",
  cell: ({ number }) => <span className="tabular whitespace-nowrap">{number}</span>,
};

/** The date links to its correction: an extra button would take room that a tablet does not have. */
const expiryColumn = (hrefOf: ((lot: Lot) => string) | null): Column<Lot> => ({
  key: "expires",
  header: "Expires",
  cell: (lot) => {
    const date = lot.expiresOn === null ? "No date" : <CivilDateText date={lot.expiresOn} year />;
    if (!hrefOf) return lot.expiresOn === null ? <span className="text-subtle-foreground">{date}</span> : date;
    return (
      <TextLink to={hrefOf(lot)} preventScrollReset title="Correct this date">
        {date}
        <span className="sr-only">{`: correct the expiration date of lot ${lot.number} of ${lot.itemSku}`}</span>
      </TextLink>
    );
  },
});

const columns: readonly Column<Lot>[] = [
  { key: "state", header: "State", card: "corner", cell: ({ state }) => <LotBadge state={state} /> },
  {
    key: "where",
    header: "Where",
    // The item's page shows it as well.
    needsRoom: true,
    cell: ({ places }) => (
      <span className="text-muted-foreground text-sm">
        {places.map(({ locationName, onHandMilli }) => `${locationName}: ${formatQuantity(onHandMilli)}`).join(" · ")}
      </span>
    ),
  },
  {
    key: "quantity",
    header: "Quantity",
    numeric: true,
    cell: ({ onHandMilli, baseUnit }) => formatAmountOf(onHandMilli, baseUnit),
  },
];

type LotTableProps = {
  rows: readonly Lot[];
  /** Set on an item's own page. */
  withoutItem?: boolean;
  /** For users who may write lots off. */
  formKey: string | null;
  /** URL for correcting a lot's expiry, for users who may. */
  expiryHref: ((lot: Lot) => string) | null;
  empty?: React.ReactNode;
};

/** Lots in stock; an expired one can be written off with one click. */
export function LotTable({ rows, withoutItem = false, formKey, expiryHref, empty }: LotTableProps) {
  const mayWriteOff = formKey !== null && rows.some(({ state }) => state === "expired");
  const writeOff: Column<Lot> = {
    key: "writeOff",
    header: "Action",
    card: ({ state }) => (state === "expired" ? "line" : "hidden"),
    cell: (lot) => lot.state === "expired" && formKey !== null && <WriteOff lot={lot} formKey={formKey} />,
  };
  return (
    <DataTable
      caption="Lots"
      columns={[
        ...(withoutItem ? [] : [itemColumn]),
        ...[lotColumn, expiryColumn(expiryHref), ...columns],
        ...(mayWriteOff ? [writeOff] : []),
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
    />
  );
}

function WriteOff({ lot, formKey }: { lot: Lot; formKey: string }) {
  const { state, formData } = useNavigation();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="idempotencyKey" value={`${formKey} ${lot.id}`} />
      <input type="hidden" name="lotId" value={lot.id} />
      <Button
        type="submit"
        variant="outline"
        size="sm"
        className="whitespace-nowrap"
        loading={state !== "idle" && formData?.get("lotId") === lot.id}
        aria-label={`Write off lot ${lot.number} of ${lot.itemSku}`}
      >
        Write off
      </Button>
    </Form>
  );
}
