type SavedElsewhereProps = {
  /** The row as it is now, where somebody else saved it meanwhile. */
  current: object | null;
  /** That row in a few words; `now` reads one of its fields. */
  children: (now: (field: string) => string) => string;
};

/** What was saved elsewhere, above what was typed here. Saving again replaces it. */
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
