import { useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { workOrderLabels } from "~/components/work-orders/form-words";
import { bookingConflict } from "~/components/work-orders/refusal";
import { CrewFields } from "~/components/work-orders/schedule-fields";
import type { MoveDialogProps } from "./move-dialog";

type Crew = { technicianId: string; helperIds: string[]; overrideReason: string };

/** Who goes, the time being what it is. */
export function AssignDialog({ of, formKey, lastResult, details, onClose }: Omit<MoveDialogProps, "to">) {
  const busy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<Crew>({
    id: "crew",
    lastResult,
    defaultValue: { technicianId: of.technicianId, helperIds: of.helpers.map((one) => one.id) },
  });
  const { technicianId, helperIds, overrideReason } = fields;
  const conflict = bookingConflict(details);
  return (
    <Dialog open onOpenChange={onClose} title="Assign technicians" description="The lead, and who helps.">
      <Form method="post" id={form.id} className="contents">
        <ModalBody className="flex flex-col gap-4">
          {!conflict && <FormSummary form={form} labels={workOrderLabels} />}
          <input type="hidden" name="intent" value="assign" />
          <input type="hidden" name="version" value={of.version} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <CrewFields
            fields={{ technicianId, helperIds, overrideReason }}
            technicians={of.technicians}
            conflict={conflict}
          />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            Leave it as it is
          </Button>
          <Button type="submit" variant="default" loading={busy}>
            Save crew
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}
