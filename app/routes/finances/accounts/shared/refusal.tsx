import type { SubmissionResult } from "@conform-to/react";

/** What came back from a refused form of the accounts screen. */
export interface AccountRefusal {
  lastResult?: SubmissionResult<string[]>;
  details?: Record<string, unknown>;
}

function currentOf(details: AccountRefusal["details"]): object | null {
  const current = details?.current;
  return typeof current === "object" && current !== null ? current : null;
}

/** The version an edit is made on: after a conflict the one that was shown with it. */
export function versionOf(details: AccountRefusal["details"]): number | null {
  const current = currentOf(details);
  return current && "version" in current && typeof current.version === "number" ? current.version : null;
}

type ChangedProps = {
  details: AccountRefusal["details"];
  /** The row as it is now in a few words; `now` reads one of its fields. */
  children: (now: (field: string) => string) => string;
};

/** What was saved elsewhere meanwhile. Saving again puts this form in its place. */
export function Changed({ details, children }: ChangedProps) {
  const current = currentOf(details);
  if (!current) return null;
  const fields = new Map(Object.entries(current));
  return (
    <div role="note" className="rounded-md bg-warn-soft p-3 text-warn">
      <p className="font-semibold">Saved elsewhere in the meantime:</p>
      <p>{children((field) => String(fields.get(field) ?? ""))}</p>
      <p>Save again to put what you see below in its place, or cancel to keep that.</p>
    </div>
  );
}
