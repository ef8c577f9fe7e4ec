import { Link } from "@remix-run/react";
import { SecondLine } from "~/components/data-table/second-line";
import { EmptyValue } from "~/components/empty-value";
import { MoneyText } from "~/components/money-text";
import { formatQuantity } from "~/domain/inventory/quantity";
import { paths } from "~/paths";
import { onHand } from "~/routes/inventory/shared/on-hand";

interface GridRow {
  id: string;
  name: string;
  sku: string;
  baseUnit: string;
  onHandMilli: number;
  reservedMilli: number;
  expiredMilli: number;
  availableMilli: number;
  incomingMilli: number;
  valueMinor: number | null;
  /** Quantities by location; a location that is not listed holds none. */
  held: readonly { id: string; onHandMilli: number; reservedMilli: number }[];
}

interface StockGridProps {
  rows: readonly GridRow[];
  locations: readonly { id: string; name: string }[];
  /** False for an earlier instant, whose reserved and incoming quantities are unknown. */
  isNow: boolean;
  /** False for members who may not see costs. */
  hasValues: boolean;
}

const head = "whitespace-nowrap px-3 py-3 text-right font-medium";
const cell = "whitespace-nowrap px-3 py-2 text-right tabular";

/** Stock by location: a row per item, a column per location that holds any of them, and totals. */
export function StockGrid({ rows, locations, isNow, hasValues }: StockGridProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section aria-label="Stock by location" tabIndex={0} className="list-frame overflow-x-auto">
      <table className="w-full text-left">
        <caption className="sr-only">Stock by location</caption>
        <thead>
          <tr className="text-muted-foreground text-xs">
            <th scope="col" className="sticky left-0 bg-card px-4 py-3 font-medium">
              Item
            </th>
            {locations.map(({ id, name }) => (
              <th key={id} scope="col" className={head}>
                <Link to={paths.location(id)} className="hover:underline">
                  {name}
                </Link>
              </th>
            ))}
            <th scope="col" className={head}>
              On hand
            </th>
            {isNow && (
              <>
                <th scope="col" className={head}>
                  Reserved
                </th>
                <th scope="col" className={head}>
                  Available
                </th>
                <th scope="col" className={head}>
                  Incoming
                </th>
              </>
            )}
            {hasValues && (
              <th scope="col" className="whitespace-nowrap px-4 py-3 text-right font-medium">
                Value
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-border border-t">
              <th scope="row" className="sticky left-0 min-w-40 max-w-64 bg-card px-4 py-2 font-medium">
                <Link to={paths.stockDistribution(row.id)} className="block truncate hover:underline">
                  {row.name}
                </Link>
                <SecondLine>{row.sku}</SecondLine>
              </th>
              {locations.map(({ id }) => (
                <td key={id} className={cell}>
                  <Held there={row.held.find((one) => one.id === id)} />
                </td>
              ))}
              <td className={`${cell} font-medium`}>{onHand({ ...row, unit: row.baseUnit })}</td>
              {isNow && (
                <>
                  <td className={cell}>{amount(row.reservedMilli)}</td>
                  <td className={cell}>{amount(row.availableMilli)}</td>
                  <td className={cell}>{amount(row.incomingMilli)}</td>
                </>
              )}
              {hasValues && (
                <td className="whitespace-nowrap px-4 py-2 text-right tabular">
                  {row.valueMinor === null ? <EmptyValue>Unknown</EmptyValue> : <MoneyText minor={row.valueMinor} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const amount = (milli: number) => (milli === 0 ? <EmptyValue>0</EmptyValue> : formatQuantity(milli));

function Held({ there }: { there: GridRow["held"][number] | undefined }) {
  if (!there) return <EmptyValue>0</EmptyValue>;
  const { onHandMilli, reservedMilli } = there;
  return (
    <>
      {formatQuantity(onHandMilli)}
      {reservedMilli > 0 && (
        <span className="block text-muted-foreground text-xs">{`${formatQuantity(reservedMilli)} reserved`}</span>
      )}
    </>
  );
}
