import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { CalendarOff, Trash2 } from "lucide-react";
import { formatCivilDate } from "~/components/date-format";
import { DateField, TextField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody } from "~/components/ui/modal";

type Holiday = { id: string; name: string; from: string; to: string };

type HolidaysDialogProps = {
  holidays: readonly Holiday[];
  mayWrite: boolean;
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  onClose: () => void;
};

/** Days on which nobody works: taken out of everyone's free time. */
export function HolidaysDialog({ holidays, mayWrite, formKey, lastResult, onClose }: HolidaysDialogProps) {
  const refused = lastResult?.initialValue?.intent === "removeHoliday" ? lastResult.error?.[""] : null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Holidays"
      description="Days on which the business is closed. They are taken out of everyone's free time."
    >
      <ModalBody className="flex flex-col gap-6">
        {refused && (
          <p role="alert" className="font-medium text-bad">
            {refused.join(" ")}
          </p>
        )}
        {holidays.length === 0 ? (
          <p className="flex items-center gap-2 text-muted-foreground">
            <CalendarOff className="size-4" />
            No holiday is on the list yet.
          </p>
        ) : (
          <ul className="divide-y divide-border">
            {holidays.map((holiday) => (
              <li key={holiday.id} className="flex items-center gap-3 py-2">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{holiday.name}</p>
                  <p className="text-muted-foreground text-sm">{daysText(holiday)}</p>
                </div>
                {mayWrite && (
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="id" value={holiday.id} />
                    <Button
                      type="submit"
                      name="intent"
                      value="removeHoliday"
                      variant="ghost"
                      size="icon-sm"
                      aria-label={`Remove ${holiday.name}`}
                    >
                      <Trash2 />
                    </Button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayWrite && <AddHoliday key={formKey} formKey={formKey} lastResult={lastResult} />}
      </ModalBody>
    </Dialog>
  );
}

function AddHoliday({ formKey, lastResult }: Pick<HolidaysDialogProps, "formKey" | "lastResult">) {
  const busy = useNavigation().formData?.get("intent") === "addHoliday";
  const mine = lastResult?.initialValue?.intent === "addHoliday" ? lastResult : undefined;
  const [form, fields] = useForm<{ name: string; from: string; to: string }>({
    id: "holiday",
    constraint: { name: { required: true, maxLength: 80 }, from: { required: true } },
    lastResult: mine,
  });
  return (
    <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-4 border-border border-t pt-4">
      <FormSummary form={form} labels={{ name: "Name", from: "First day", to: "Last day" }} />
      <input type="hidden" name="intent" value="addHoliday" />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <TextField field={fields.name} label="Name" autoComplete="off" placeholder="Thanksgiving" />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField field={fields.from} label="First day" />
        <DateField field={fields.to} label="Last day, if more than one" />
      </div>
      <Button type="submit" variant="default" loading={busy} className="self-start">
        Add holiday
      </Button>
    </Form>
  );
}

function daysText({ from, to }: Holiday): string {
  if (from === to) return formatCivilDate(from, true);
  return `${formatCivilDate(from)} to ${formatCivilDate(to, true)}`;
}
