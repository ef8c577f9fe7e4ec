import { useActionData, useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { toast } from "~/components/ui/toast-store";
import { MoveDialog } from "~/components/work-orders/detail/move-dialog";
import type { DetailView } from "~/components/work-orders/detail/view";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";

interface BoardDialogProps {
  /** Number or id of the work order. */
  job: string;
  to: WorkOrderStatus;
  onClose: () => void;
}

/** What a move asks for, or what is missing to complete a job: the dialogs of the work order's own screen, over the board. */
export function BoardDialog({ job, to, onClose }: BoardDialogProps) {
  const fetcher = useFetcher<DetailView | null>();
  const refusal = useFormRefusal(useActionData());
  const [formKey] = useState(() => crypto.randomUUID());
  const now = useRef(onClose);
  now.current = onClose;
  const { load, data: of } = fetcher;

  // The board knows its cards; a dialog needs the whole job.
  useEffect(() => load(paths.boardJob(job)), [load, job]);

  const trouble = of === null ? "Check the connection and try again." : of && reasonAgainst(of, to);
  // The job is looked up outside of React; without it, or without such a move, there is nothing to ask.
  useEffect(() => {
    if (!trouble) return;
    toast({ title: "Not moved", text: trouble, tone: "bad" });
    now.current();
  }, [trouble]);
  if (!of || trouble) return null;
  return (
    <>
      <MoveDialog
        of={of}
        to={to}
        formKey={formKey}
        lastResult={refusal.lastResult}
        details={refusal.details}
        onClose={onClose}
      />
      {refusal.sessionEnded}
    </>
  );
}

/** Somebody else may have been faster. */
function reasonAgainst(of: DetailView, to: WorkOrderStatus): string | undefined {
  if (of.allowed.includes(to)) return undefined;
  return `${of.reference} is ${STATUS_LABELS[of.status]} now.`;
}
