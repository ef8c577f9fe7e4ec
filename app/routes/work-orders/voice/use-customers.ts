import { useCallback, useEffect, useState } from "react";
import type { KnownEdits } from "~/components/voice/use-edits";
import type { SpokenDraft } from "~/domain/voice/sessions/draft-view";
import type { DraftEdit } from "~/domain/voice/sessions/schema";
import type { SpokenCustomer } from "~/domain/work-orders/spoken-choices.server";
import { lookUp } from "~/lib/request";
import { paths } from "~/paths";
import type { Zones } from "~/routes/work-orders/shared/sites";

export type DraftEdits = KnownEdits<DraftEdit>;

export interface KnownCustomers {
  customers: SpokenCustomer[];
  zones: Zones;
}

/** Null if they could not be loaded. */
export function readCustomers(ids: readonly string[]): Promise<KnownCustomers | null> {
  return lookUp(paths.spokenCustomers(ids.join(",")));
}

/** Ids of customers who are or may be meant, and of those chosen by hand. */
function meantBy(drafts: readonly SpokenDraft[], { places }: DraftEdits): string[] {
  const ids = drafts.flatMap(({ customer }) => [
    customer?.value,
    ...(customer?.candidates ?? []).map(({ value }) => value),
  ]);
  const chosen = places.map(({ fields }) => fields.customerId);
  return [...new Set([...chosen, ...ids].flatMap((id) => id || []))];
}

/**
 * Customers the drafts may refer to, with their records: undefined while loading, null if that failed. Customers chosen
 * later were already loaded by the search that found them.
 */
export function useCustomers(drafts: readonly SpokenDraft[], edits: DraftEdits) {
  const [known, setKnown] = useState<KnownCustomers | null | undefined>(undefined);
  const [ids] = useState(() => meantBy(drafts, edits).join(","));
  const read = useCallback(() => {
    setKnown(undefined);
    void readCustomers(ids === "" ? [] : ids.split(",")).then(setKnown);
  }, [ids]);

  // Which customers they are depends on the loaded drafts.
  useEffect(read, [read]);
  return { known, read };
}
