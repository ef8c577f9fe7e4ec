import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { PossibleAction, RowKind } from "~/domain/finance/imports/classify";
import type { ImportResult } from "~/domain/finance/imports/history.server";
import type { Decisions, ImportChange, ImportOptions } from "~/domain/finance/imports/schema";
import { useInTurn } from "~/lib/use-in-turn";
import { paths } from "~/paths";
import type { loader } from "~/routes/finances/resources/staged-import";

/** Which rows are shown. `cursors` are the end cursors of the previous pages. */
interface RowsView {
  kind: RowKind | null;
  search: string;
  cursors: readonly string[];
}

const firstPage: RowsView = { kind: null, search: "", cursors: [] };

/** Pause in typing before the rows are searched. */
const SEARCH_AFTER_MS = 250;

/** An uploaded file: its preview, a page of its rows, and the decisions about them. */
export function useStagedImport(importId: string) {
  const { load, ...read } = useFetcher<typeof loader>();
  const change = useFetcher<unknown>();
  const confirmation = useFetcher<unknown>();
  const [view, setView] = useState<RowsView>(firstPage);
  /** Decisions the server has not returned yet. */
  const [unsaved, setUnsaved] = useState<Decisions>({});
  const address = paths.stagedImport(importId);
  const { kind, search, cursors } = view;
  const href = paths.stagedImport(importId, { kind, search, cursor: cursors.at(-1) });

  // The rows follow the view, whatever changed it.
  useEffect(() => {
    const timer = setTimeout(() => load(href), search === "" ? 0 : SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load, href, search]);

  const refused = confirmation.state === "idle" ? errorOf(confirmation.data) : undefined;
  // A refused import may have been compared with the account again: its possible matches are shown first.
  useEffect(() => {
    if (refused === undefined) return;
    setView(firstPage);
    setUnsaved({});
    load(address);
  }, [refused, load, address]);

  // A file with nothing new leaves no import from which its name could be read later.
  const [fileName, setFileName] = useState<string | null>(null);
  const readName = read.data?.fileName ?? null;
  if (readName !== null && readName !== fileName) setFileName(readName);

  const { pending, add: send } = useInTurn<ImportChange>(change, (part) =>
    change.submit({ intent: "change", change: JSON.stringify(part) }, { method: "post", action: address }),
  );
  const confirmed = resultIn(confirmation.data);
  const problems = [refused, change.state === "idle" ? errorOf(change.data) : undefined];

  return {
    preview: read.data?.preview ?? null,
    page: read.data?.page ?? null,
    headerRow: read.data?.headerRow,
    kind: read.data?.kind ?? null,
    view,
    unsaved,
    confirmed,
    result: confirmed ?? read.data?.result ?? null,
    fileName: fileName ?? "The file",
    isLoading: read.data === undefined,
    isGone: read.data !== undefined && !read.data?.preview && !read.data?.result,
    isSearching: read.state !== "idle",
    isChanging: pending.length > 0,
    isReading: pending.some(({ options }) => options !== undefined),
    isImporting: confirmation.state !== "idle",
    problem: problems.find((text) => text !== undefined),
    show: (next: Partial<RowsView>) => setView((before) => ({ ...before, cursors: [], ...next })),
    correct: (options: ImportOptions) => {
      setUnsaved({});
      setView(firstPage);
      send({ options });
    },
    decide: (row: number, decision: PossibleAction) => {
      const rows = { ...unsaved.rows, [String(row)]: decision };
      setUnsaved({ ...unsaved, rows });
      send({ decisions: { rows } });
    },
    decideAll: (possible: PossibleAction) => {
      setUnsaved({ possible });
      send({ decisions: { possible } });
    },
    confirm: () => confirmation.submit({ intent: "confirm" }, { method: "post", action: address }),
  };
}

export type StagedImport = ReturnType<typeof useStagedImport>;

/** Guarantee: the `result` returned by a staged import's action is what `confirmImport` returns. */
function resultIn(data: unknown): ImportResult | null {
  if (typeof data !== "object" || data === null || !("result" in data)) return null;
  return data.result as ImportResult | null;
}

/** Why a form was refused; undefined if it was not. */
export function errorOf(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("lastResult" in data)) return undefined;
  if ("sessionEnded" in data) return "Your session has ended. Sign in again in another tab, then retry.";
  const { lastResult } = data;
  if (typeof lastResult !== "object" || lastResult === null || !("error" in lastResult)) return undefined;
  return Object.values(lastResult.error ?? {})
    .flat()
    .join(" ");
}
