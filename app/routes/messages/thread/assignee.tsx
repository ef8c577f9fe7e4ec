import { useLoaderData } from "@remix-run/react";
import { NativeSelect } from "~/components/ui/native-select";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { useInTurn } from "~/lib/use-in-turn";
import type { loader } from "./route";

/** The person responsible for answering, saved as soon as it is changed. */
export function Assignee() {
  const { thread, assignable } = useLoaderData<typeof loader>();
  const { fetcher, error, sessionEnded } = useInlineForm();
  const { pending, add } = useInTurn<string>(
    fetcher,
    (assigneeId) =>
      fetcher.submit({ intent: "assign", assigneeId, idempotencyKey: crypto.randomUUID() }, { method: "post" }),
    () => true,
  );
  if (!assignable) return null;
  const { assignee } = thread;
  const isListed = assignee === null || assignable.some(({ value }) => value === assignee.id);
  return (
    <div className="flex flex-none items-center gap-2 max-sm:hidden">
      {error && <ErrorLine>{error}</ErrorLine>}
      <NativeSelect
        aria-label="Assigned to"
        className="w-44"
        value={pending.at(-1) ?? assignee?.id ?? ""}
        placeholder="Unassigned"
        choices={isListed ? assignable : [...assignable, { value: assignee.id, label: assignee.name }]}
        onChange={({ target }) => add(target.value)}
      />
      {sessionEnded}
    </div>
  );
}
