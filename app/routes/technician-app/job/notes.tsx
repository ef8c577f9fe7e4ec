import { DateText } from "~/components/date-text";
import { Button } from "~/components/ui/button";
import { checkboxVariants } from "~/components/ui/checkbox";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { Textarea } from "~/components/ui/textarea";
import type { DayWorkOrder } from "~/domain/technician-app/day";
import { MutationForm } from "../mutation-form";
import { SyncState } from "../outbox-bar";
import { Section } from "./section";

/** The notes, newest first, and the parts used. */
export function Notes({ workOrder }: { workOrder: DayWorkOrder }) {
  const canWrite = workOrder.roles.length > 0;
  return (
    <Section id="notes" title="Notes">
      {canWrite && (
        <MutationForm workOrder={workOrder} intent="addNote" className="flex flex-col gap-3">
          <Textarea name="body" required maxLength={4000} rows={2} aria-label="New note" placeholder="What you found" />
          <div className="flex items-center justify-between gap-3">
            <label className="flex min-h-12 items-center gap-3">
              <input type="checkbox" name="customerVisible" className={checkboxVariants()} />
              Visible to customer
            </label>
            <Button variant="outline" type="submit" size="lg" className="border-2">
              Save note
            </Button>
          </div>
        </MutationForm>
      )}
      {canWrite && (
        <details>
          <summary className="flex min-h-12 cursor-pointer items-center font-medium text-link underline underline-offset-4">
            Part used
          </summary>
          <MutationForm
            workOrder={workOrder}
            intent="addPart"
            className="grid grid-cols-[5rem_1fr] items-end gap-3 pt-2"
          >
            <div className="grid gap-1.5">
              <Label htmlFor="part-quantity">Quantity</Label>
              <Input id="part-quantity" name="quantity" inputMode="decimal" maxLength={20} defaultValue="1" />
            </div>
            <div className="grid gap-1.5">
              <Label htmlFor="part-name">Part</Label>
              <Input id="part-name" name="part" required maxLength={200} autoComplete="off" />
            </div>
            <Button variant="outline" type="submit" size="lg" className="col-span-2 border-2">
              Add part
            </Button>
          </MutationForm>
        </details>
      )}
      <ul className="flex flex-col gap-3">
        {workOrder.notes.map((note) => (
          <li key={note.id} className="rounded-md border-2 border-border bg-card p-4">
            <p className="whitespace-pre-line break-words">{note.body}</p>
            <p className="text-muted-foreground text-sm">
              {note.author ?? "You"}, <DateText at={note.createdAt} zone={workOrder.timeZone} />
              {note.customerVisible && ", visible to customer"} <SyncState id={note.id} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
