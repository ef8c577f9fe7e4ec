import { Link, type LinkProps } from "@remix-run/react";
import type { KeyboardEvent, MouseEvent } from "react";
import { type ReactNode, useId } from "react";
import { Checkbox } from "~/components/ui/checkbox";
import { cn } from "~/lib/utils";
import { HeaderCell, type Sort } from "./data-table-header";

type CardPlace = "line" | "lead" | "corner" | "below" | "hidden";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, tabular figures. */
  numeric?: boolean;
  /** The header becomes a link that sorts by `key`. */
  sortable?: boolean;
  /**
   * Where the value appears on a phone's card: a labeled line (the default), an unlabeled line, the upper right corner,
   * below that corner, or nowhere.
   */
  card?: CardPlace | ((row: Row) => CardPlace);
  /** Omitted from tables too narrow for all columns; a card shows it. */
  needsRoom?: boolean;
  /** Width and similar styles for the header cell. */
  className?: string;
};

type RowSelection<Row> = {
  isSelected: (row: Row) => boolean;
  /** `isRange`: with Shift, everything up to the previously toggled row. */
  onToggle: (row: Row, isRange: boolean) => void;
  /** Accessible name: "Select BUG-12". */
  labelOf: (row: Row) => string;
  isAll: boolean;
  onToggleAll: () => void;
};

type DataTableProps<Row> = {
  /** The table's accessible name. */
  caption: string;
  /** The first column is the row's name and holds its link. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** Adds a checkbox at the start of each row. */
  selection?: RowSelection<Row>;
  sort?: Sort;
  /** Totals of all rows, including other pages, shown as the last row. */
  totals?: Row;
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode;
};

/** In a table too narrow for all columns. */
const hiddenIfNarrow = "@min-[40rem]:@max-[66rem]:hidden";

// Elements drawn as cards on a phone lose their implicit roles, so roles are explicit.
const as = (role: string) => ({ role });

/** A list of records: 44 px rows under a sticky header, or cards if narrow. Arrow keys move between rows, Enter opens one. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, selection, sort, totals, empty } = props;
  if (rows.length === 0 && empty) return <div className="list-frame">{empty}</div>;
  return (
    <div className="list-frame">
      <table {...as("table")} className="data-table" data-opens={rowHref && ""}>
        <caption className="sr-only">{caption}</caption>
        <thead {...as("rowgroup")}>
          <tr {...as("row")}>
            {selection && (
              <th {...as("columnheader")} scope="col" className="w-11">
                <Checkbox aria-label="Select all shown" checked={selection.isAll} onChange={selection.onToggleAll} />
              </th>
            )}
            {columns.map(({ key, needsRoom, className, ...column }) => (
              <HeaderCell
                key={key}
                name={key}
                sort={sort}
                className={cn(needsRoom && hiddenIfNarrow, className)}
                {...column}
              />
            ))}
          </tr>
        </thead>
        <tbody {...as("rowgroup")} onKeyDown={moveBetweenRows} onClick={openRow} onPointerOver={titleCutText}>
          {rows.map((row, index) => (
            <tr {...as("row")} key={rowKey(row)} data-selected={selection?.isSelected(row) ? "" : undefined}>
              {selection && <SelectCell row={row} selection={selection} />}
              <Cells columns={columns} row={row} href={rowHref?.(row)} discover={index === 0 ? "render" : "none"} />
            </tr>
          ))}
          {totals && (
            <tr {...as("row")} data-totals="">
              {selection && <td {...as("cell")} />}
              <Cells columns={columns} row={totals} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function SelectCell<Row>({ row, selection }: { row: Row; selection: RowSelection<Row> }) {
  const { isSelected, onToggle, labelOf } = selection;
  const id = useId();
  return (
    <td {...as("cell")} data-card="select">
      <label htmlFor={id} className="grid place-items-center">
        <Checkbox
          id={id}
          aria-label={labelOf(row)}
          checked={isSelected(row)}
          onChange={({ nativeEvent }) => onToggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
    </td>
  );
}

type CellsProps<Row> = {
  columns: readonly Column<Row>[];
  row: Row;
  href?: string;
  /** The rows link to pages of one route, so the browser needs to discover it only once. */
  discover?: LinkProps["discover"];
};

function Cells<Row>({ columns: [name, ...facts], row, href, discover }: CellsProps<Row>) {
  return (
    <>
      {name && (
        <th {...as("rowheader")} scope="row">
          {href ? (
            <RowLink to={href} discover={discover}>
              {name.cell(row)}
            </RowLink>
          ) : (
            name.cell(row)
          )}
        </th>
      )}
      {facts.map(({ key, header, cell, numeric, needsRoom, card = "line" }) => {
        const place = typeof card === "function" ? card(row) : card;
        return (
          <td
            {...as("cell")}
            key={key}
            data-label={place === "line" ? header : undefined}
            data-card={place === "line" || place === "hidden" ? undefined : place}
            data-numeric={numeric && ""}
            className={needsRoom ? hiddenIfNarrow : undefined}
          >
            {/* On a card, one box beside the label. */}
            {place === "line" ? <div>{cell(row)}</div> : cell(row)}
          </td>
        );
      })}
    </>
  );
}

/** A row's name. When it has the focus, the style sheet outlines the row instead. */
function RowLink(props: LinkProps) {
  return (
    <Link data-row-link="" className="focus-visible:outline-none @max-[40rem]:block @max-[40rem]:min-h-6" {...props} />
  );
}

const rowLink = "[data-row-link]";

/** The links of all rows, in order. */
export function rowLinks(within: Document | HTMLElement): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(rowLink)];
}

const interactive = "a, button, input, select, textarea, label, dialog, [popover]";

/** Arrow up, arrow down, Home and End move the focus between the rows' links. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement) || !event.target.matches(rowLink)) return;
  const links = rowLinks(event.currentTarget);
  const at = links.indexOf(event.target);
  const next = { ArrowDown: links[at + 1], ArrowUp: links[at - 1], Home: links[0], End: links.at(-1) }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

/** A click anywhere in a row follows its link, including in a new tab, unless text is being selected. */
function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || target.closest(interactive)) return;
  if (window.getSelection()?.toString()) return;
  const link = target.closest("tr")?.querySelector(rowLink);
  link?.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

/** Shows the full text of a truncated cell as its tooltip. */
function titleCutText({ target }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof HTMLElement) || getComputedStyle(target).textOverflow !== "ellipsis") return;
  target.title = target.scrollWidth > target.clientWidth ? target.innerText : "";
}
