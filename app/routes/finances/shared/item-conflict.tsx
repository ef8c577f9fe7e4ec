import { formatCivilDate } from "~/components/date-format";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import { formatMoney } from "~/domain/shared/money";

type Details = Record<string, unknown> | undefined;

interface Current {
  version: number;
  name: string;
  amount: number;
  date: string;
}

function currentOf(details: Details): Current | null {
  const current = details?.current;
  if (typeof current !== "object" || current === null) return null;
  if (!("version" in current && "name" in current && "amount" in current && "date" in current)) return null;
  const { version, name, amount, date } = current;
  return typeof version === "number" &&
    typeof amount === "number" &&
    typeof name === "string" &&
    typeof date === "string"
    ? { version, name, amount, date }
    : null;
}

/** The version an edit is made on: after a conflict the one that was shown with it. */
export function versionNow(item: StoredItem, details: Details): number {
  return currentOf(details)?.version ?? item.version;
}

/** What somebody else saved meanwhile, above what was typed here. Saving again puts this form's version in its place. */
export function ItemConflict({ item, details }: { item: StoredItem; details: Details }) {
  const current = currentOf(details);
  if (!current) return null;
  return (
    <div role="note" className="rounded-md bg-warn-soft p-3 text-warn">
      <p className="font-semibold">Saved elsewhere in the meantime:</p>
      <p>
        {current.name}, {formatMoney(Math.round(current.amount * 100), item.currency)},{" "}
        {formatCivilDate(current.date, true)}
      </p>
      <p>Save again to put what you see below in its place, or cancel to keep that.</p>
    </div>
  );
}
