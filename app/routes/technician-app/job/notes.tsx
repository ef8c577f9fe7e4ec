import { DateText } from "~/components/date-text";
import { Button } from "~/components/ui/button";
import { checkboxVariants } from "~/components/ui/checkbox";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { Textarea } from "~/components/ui/textarea";
import { PhoneForm } from "~/routes/technician-app/mutation-form";
import { StateOf } from "~/routes/technician-app/outbox-bar";
import { Part, type PartProps } from "./job-view";

/** What was written about the job, the newest first, and the parts taken from the van. */
export function Notes({ job, formKey }: PartProps) {
  const writes = job.kinds.length > 0;
  return (
    <Part id="notes" title="Notes">
      {writes && (
        <PhoneForm job={job} intent="note" formKey={formKey} className="flex flex-col gap-3">
          <Textarea name="body" required maxLength={4000} rows={2} aria-label="New note" placeholder="What you found" />
          <div className="flex items-center justify-between gap-3">
            <label className="flex min-h-12 items-center gap-3">
              <input type="checkbox" name="customerVisible" className={checkboxVariants()} />
              The customer may see it
            </label>
            <Button variant="outline" type="submit" size="lg" className="border-2">
              Keep note
            </Button>
          </div>
        </PhoneForm>
      )}
      {writes && (
        <details>
          <summary className="flex min-h-12 cursor-pointer items-center font-medium text-link underline underline-offset-4">
            Part used
          </summary>
          <PhoneForm
            job={job}
            intent="part"
            formKey={formKey}
            className="grid grid-cols-[5rem_1fr] items-end gap-3 pt-2"
          >
            <div className="grid gap-1.5">
              <Label htmlFor="part-quantity">How many</Label>
              <Input id="part-quantity" name="quantity" inputMode="decimal" maxLength={20} defaultValue="1" />
            </div>
            <div className="grid gap-1.5">
              <Label htmlFor="part-name">Part</Label>
              <Input id="part-name" name="part" required maxLength={200} autoComplete="off" />
            </div>
            <Button variant="outline" type="submit" size="lg" className="col-span-2 border-2">
              Keep part
            </Button>
          </PhoneForm>
        </details>
      )}
      <ul className="flex flex-col gap-3">
        {job.notes.map((note) => (
          <li key={note.id} className="rounded-md border-2 border-border bg-card p-4">
            <p className="whitespace-pre-line break-words">{note.body}</p>
            <p className="text-muted-foreground text-sm">
              {note.author ?? "You"}, <DateText at={note.createdAt} zone={job.timeZone} />
              {note.customerVisible && ", the customer may see it"} <StateOf entryKey={note.id} />
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}
