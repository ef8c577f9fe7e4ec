import { type Currency, formatMoney, isCurrency } from "~/domain/shared/money";

type SavedElsewhereProps = {
  /** The current row, if someone else saved it meanwhile. */
  current: object | null;
  /** A short description of that row; `now` reads one of its fields. */
  children: (now: (field: string) => string) => string;
};

/** What someone else saved, shown above the typed values. Saving again overwrites it. */
export function SavedElsewhere({ current, children }: SavedElsewhereProps) {
  if (!current) return null;
  const fields = new Map(Object.entries(current));
  return (
    <div role="note" className="rounded-md bg-warn-soft p-3 text-warn">
      <p className="font-semibold">Saved in another tab or on another device:</p>
      <p>{children((field) => String(fields.get(field) ?? ""))}</p>
      <p>Save again to replace it with what you see below, or cancel to keep it.</p>
    </div>
  );
}

/** An amount of that row, in its own currency if it has one. */
export function savedMoney(now: (field: string) => string, minor: number, currency: Currency): string {
  const own = now("currency");
  return formatMoney(minor, isCurrency(own) ? own : currency);
}
