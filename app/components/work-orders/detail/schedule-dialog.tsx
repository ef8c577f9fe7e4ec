import { useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { workOrderLabels } from "~/components/work-orders/form-words";
import { moveWords } from "~/components/work-orders/move-words";
import { bookingConflict } from "~/components/work-orders/refusal";
import { ScheduleFields } from "~/components/work-orders/schedule-fields";
import type { MoveDialogProps } from "./move-dialog";

type Schedule = {
  startDate: string;
  startTime: string;
  durationMinutes: string;
  technicianId: string;
  helperIds: string[];
  overrideReason: string;
};

/** When and with whom; the same for a first visit and for one after a hold. */
export function ScheduleDialog({ of, to, formKey, lastResult, details, onClose }: MoveDialogProps) {
  const busy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<Schedule>({
    id: "schedule",
    lastResult,
    constraint: {
      startDate: { required: true },
      startTime: { required: true },
      durationMinutes: { required: true, min: 5, max: 10_080 },
    },
    defaultValue: {
      durationMinutes: String(of.durationMinutes),
      technicianId: of.technicianId,
      helperIds: of.helpers.map((one) => one.id),
    },
  });
  const { startDate, startTime, durationMinutes, technicianId, helperIds, overrideReason } = fields;
  const conflict = bookingConflict(details);
  const words = moveWords(of.status, to);
  return (
    <Dialog open onOpenChange={onClose} title={words} description="Times are those of the business.">
      <Form method="post" preventScrollReset id={form.id} className="contents">
        <ModalBody className="flex flex-col gap-4">
          {!conflict && <FormSummary form={form} labels={workOrderLabels} />}
          <input type="hidden" name="intent" value="schedule" />
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <ScheduleFields
            fields={{ startDate, startTime, durationMinutes, technicianId, helperIds, overrideReason }}
            technicians={of.technicians}
            conflict={conflict}
          />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            Leave it as it is
          </Button>
          <Button type="submit" variant="default" loading={busy}>
            {words}
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}
