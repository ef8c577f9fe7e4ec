import { Link } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Checkbox } from "~/components/ui/checkbox";
import { Eye } from "~/components/ui/icons";
import { Textarea } from "~/components/ui/textarea";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { WorkOrderHeader, WorkOrderOverview } from "~/domain/work-orders/detail.server";
import type { Note } from "~/domain/work-orders/notes.server";
import { paths } from "~/paths";
import type { Limits } from "./limits.server";
import { NoteEditor } from "./note-editor";

type NotesProps = Pick<WorkOrderOverview, "notes" | "hasMoreNotes"> & {
  workOrder: WorkOrderHeader;
  zone: string;
  /** The older notes were asked for. */
  showsOlder: boolean;
  /** Limits for a note's text. */
  limits: Limits;
  formKey: string;
};

/** Notes on the job, newest first. A note is internal unless its checkbox makes it visible to the customer. */
export function Notes({ workOrder, notes, hasMoreNotes, showsOlder, zone, limits, formKey }: NotesProps) {
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
      {hasMoreNotes && showsOlder && (
        <p className="text-muted-foreground text-sm">The newest {notes.length} notes are shown.</p>
      )}
      {hasMoreNotes && !showsOlder && (
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
  const { fetcher, form, sent, busy, error, sessionEnded } = useInlineForm("note");
  return (
    <fetcher.Form ref={form} method="post" action={paths.workOrderNotes(number)} className="flex flex-col gap-2">
      <HiddenFields {...sent} formKey={formKey} intent="note" />
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

type NoteItemProps = { number: number; note: Note; zone: string; limits: Limits; formKey: string; editable: boolean };

function NoteItem({ number, note, zone, limits, formKey, editable }: NoteItemProps) {
  const author = note.authorFirstName === null ? "Plenum" : `${note.authorFirstName} ${note.authorLastName}`;
  const changed = note.version > 1;
  return (
    <Card as="li" className="p-4">
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
        <span className="text-foreground">{author}</span>
        <DateText at={note.createdAt} zone={zone} />
        {changed && <span className="text-subtle-foreground">edited</span>}
        {note.customerVisible && (
          <Badge tone="info" className="ml-auto">
            <Eye aria-hidden="true" className="size-3.5" />
            Visible to customer
          </Badge>
        )}
      </div>
      <p className="whitespace-pre-wrap break-words">{note.body}</p>
      {editable && <NoteEditor {...{ number, note, limits, formKey }} />}
    </Card>
  );
}
