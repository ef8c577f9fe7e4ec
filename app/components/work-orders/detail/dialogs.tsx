import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { ConfirmDialog } from "~/components/feedback/confirm-dialog";
import type { WorkOrderStatus } from "~/domain/work-orders/work-order";
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
  const to = useMove(of, search.get("move"));
  if (to) return <MoveDialog key={to} to={to} {...common} />;
  if (search.has("assign") && of.rights.office) return <AssignDialog {...common} />;
  if (search.has("delete") && of.rights.office) return <DeleteDialog {...common} />;
  return null;
}

/** What was open stays so where somebody else's change rules it out meanwhile: what was typed is kept, and the refusal is read. */
function useMove({ allowed, asking }: DetailView, asked: string | null) {
  const opened = useRef<WorkOrderStatus | null>(null);
  const to = allowed.find((status) => status === asked && (status === "completed" || asking.includes(status)));
  opened.current = to ?? (opened.current === asked ? opened.current : null);
  return opened.current;
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
