import { Link } from "@remix-run/react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { Textarea } from "~/components/ui/textarea";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { WorkOrderHeader, WorkOrderOverview } from "~/domain/work-orders/detail.server";
import { paths } from "~/paths";
import type { Limits } from "./limits.server";
import { NoteItem } from "./note-item";

type NotesProps = Pick<WorkOrderOverview, "notes" | "hasMoreNotes"> & {
  workOrder: WorkOrderHeader;
  zone: string;
  /** Limits for a note's text. */
  limits: Limits;
  formKey: string;
};

/** Notes on the job, newest first. A note is internal unless its checkbox makes it visible to the customer. */
export function Notes({ workOrder, notes, hasMoreNotes, zone, limits, formKey }: NotesProps) {
  const { number, rights } = workOrder;
  return (
    <Section title="Notes" description={notes.length === 0 ? "No notes yet" : undefined}>
      {rights.onWorkOrder && <NewNote number={number} limits={limits} formKey={formKey} />}
      {notes.length > 0 && (
        <ul className="flex flex-col gap-3">
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              number={number}
              note={note}
              zone={zone}
              limits={limits}
              formKey={formKey}
              editable={rights.office || (rights.onWorkOrder && note.userId === rights.userId)}
            />
          ))}
        </ul>
      )}
      {hasMoreNotes && (
        <Link
          to={paths.workOrder(number, { notes: "all" })}
          preventScrollReset
          className="w-fit text-link underline underline-offset-4"
        >
          Show older notes
        </Link>
      )}
    </Section>
  );
}

type NewNoteProps = Pick<NotesProps, "limits" | "formKey"> & { number: number };

function NewNote({ number, limits, formKey }: NewNoteProps) {
  const { fetcher, form, busy, error, sessionEnded } = useInlineForm("note");
  return (
    <fetcher.Form ref={form} method="post" action={paths.workOrderNotes(number)} className="flex flex-col gap-2">
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-note`} />
      <Textarea
        name="body"
        {...limits}
        rows={2}
        aria-label="New note"
        placeholder="Write a note"
        className="min-h-16"
      />
      <ErrorLine>{error}</ErrorLine>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="flex items-center gap-2 touch:py-3">
          <Checkbox name="customerVisible" />
          Visible to customer
        </label>
        <Button variant="outline" type="submit" loading={busy}>
          Save note
        </Button>
      </div>
      {sessionEnded}
    </fetcher.Form>
  );
}
