import type { FormMetadata } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { workOrderLabels } from "~/components/work-orders/labels";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { WorkOrderHeader } from "~/domain/work-orders/detail.server";

/** Props of every status dialog, on the work order's own screen and over the board. */
export type TransitionProps = {
  workOrder: WorkOrderHeader;
  formKey: string;
  onClose: () => void;
};

type TransitionFormProps = Omit<TransitionProps, "workOrder"> & {
  form: Pick<FormMetadata, "id" | "allErrors" | "initialValue">;
  isSaving: boolean;
  isInDoubt: boolean;
  sessionEnded: ReactNode;
  /** Which of the board's forms it is. */
  intent: "move" | "schedule";
  to: WorkOrderStatus;
  title: string;
  description?: string;
  /** Sized for a few lines rather than several fields. */
  isSmall?: boolean;
  /** The fields themselves explain the refusal. */
  isExplained?: boolean;
  submit: string;
  dismiss?: string;
  isDestructive?: boolean;
  children: ReactNode;
};

/** The frame of a dialog that collects what a status change requires. */
export function TransitionForm(props: TransitionFormProps) {
  const { form, formKey, onClose, isSaving, isInDoubt, sessionEnded, intent, to, children } = props;
  const { title, description, isSmall, isExplained, submit, dismiss = "Cancel", isDestructive } = props;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent size={isSmall ? "small" : undefined}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          {description && <DialogDescription>{description}</DialogDescription>}
        </DialogHeader>
        <Form method="post" preventScrollReset id={form.id} className="contents">
          <DialogBody className="flex flex-col gap-4">
            {!isExplained && <FormSummary form={form} labels={workOrderLabels} />}
            <HiddenFields {...{ formKey, intent, isSaving, isInDoubt }} />
            <input type="hidden" name="to" value={to} />
            {children}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              {dismiss}
            </Button>
            <Button type="submit" variant={isDestructive ? "destructive" : "default"} loading={isSaving}>
              {submit}
            </Button>
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
