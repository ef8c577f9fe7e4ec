import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { ConfirmDialog } from "~/components/feedback/confirm-dialog";
import { AssignDialog } from "./assign-dialog";
import { ErrorLine } from "./error-line";
import { MoveDialog } from "./move-dialog";
import type { DetailView } from "./view";

type DialogsProps = {
  of: DetailView;
  /** Of the address, where the open dialog is named. */
  search: URLSearchParams;
  formKey: string;
  refusal: { lastResult?: SubmissionResult<string[]>; details?: Record<string, unknown> };
  onClose: () => void;
};

/** The dialog that the address names: `?move=on_hold`, `?assign=1`, `?delete=1`. One at most. */
export function Dialogs({ of, search, formKey, refusal: { lastResult, details }, onClose }: DialogsProps) {
  const common = { of, formKey, lastResult, details, onClose };
  const to = of.allowed.find((status) => status === search.get("move"));
  if (to && (to === "completed" || of.asking.includes(to))) return <MoveDialog key={to} to={to} {...common} />;
  if (search.has("assign") && of.rights.office) return <AssignDialog {...common} />;
  if (search.has("delete") && of.rights.office) return <DeleteDialog {...common} />;
  return null;
}

function DeleteDialog({
  of,
  formKey,
  lastResult,
  onClose,
}: Omit<DialogsProps, "search" | "refusal"> & DialogsProps["refusal"]) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <>
      <Form method="post" id="delete-work-order" hidden>
        <input type="hidden" name="idempotencyKey" value={formKey} />
      </Form>
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={`Delete ${of.reference}?`}
        confirm="Delete work order"
        confirmBusy="Deleting..."
        busy={busy}
        form={{ id: "delete-work-order", name: "intent", value: "delete" }}
      >
        <p>
          {of.title} for {of.customerName} is removed for good. Once anything has happened on it, cancel it instead.
        </p>
        <ErrorLine>{lastResult?.error?.[""]?.join(" ") ?? ""}</ErrorLine>
      </ConfirmDialog>
    </>
  );
}
