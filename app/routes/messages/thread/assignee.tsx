import { useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { NativeSelect } from "~/components/ui/native-select";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { loader } from "./route";

/** The person responsible for answering, saved as soon as it is changed. */
export function Assignee() {
  const { thread, assignable, formKey } = useLoaderData<typeof loader>();
  const { fetcher, form, error, sessionEnded } = useInlineForm();
  // A second choice may come before the first is saved, and is a change of its own.
  const changes = useRef(0);
  if (!assignable) return null;
  const { assignee } = thread;
  const isListed = assignee === null || assignable.some(({ value }) => value === assignee.id);
  const sent = fetcher.formData?.get("assigneeId");
  const choose = (form: HTMLFormElement) => {
    changes.current += 1;
    const data = new FormData(form);
    data.set("idempotencyKey", `${formKey}-${changes.current}`);
    fetcher.submit(data, { method: "post" });
  };
  return (
    <fetcher.Form ref={form} method="post" className="flex flex-none items-center gap-2 max-sm:hidden">
      <input type="hidden" name="intent" value="assign" />
      {error && <ErrorLine>{error}</ErrorLine>}
      <NativeSelect
        name="assigneeId"
        aria-label="Assigned to"
        className="w-44"
        value={typeof sent === "string" ? sent : (assignee?.id ?? "")}
        placeholder="Unassigned"
        choices={isListed ? assignable : [...assignable, { value: assignee.id, label: assignee.name }]}
        onChange={(event) => event.currentTarget.form && choose(event.currentTarget.form)}
      />
      {sessionEnded}
    </fetcher.Form>
  );
}
