import { Link } from "@remix-run/react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { checkboxVariants } from "~/components/ui/checkbox";
import { Textarea } from "~/components/ui/textarea";
import { paths } from "~/paths";
import { ErrorLine } from "./error-line";
import { NoteItem } from "./note-item";
import { useStay } from "./use-stay";
import type { DetailView } from "./view";

/** What was said about the job, the newest first. A note stays inside the business unless its box says otherwise. */
export function Notes({ of, zone, formKey }: { of: DetailView; zone: string; formKey: string }) {
  const { notes, rights } = of;
  return (
    <Section title="Notes" description={notes.length === 0 ? "Nobody has written anything yet." : undefined}>
      {rights.onJob && <NewNote formKey={formKey} />}
      {notes.length > 0 && (
        <ul className="flex flex-col gap-3">
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              zone={zone}
              formKey={formKey}
              editable={rights.office || (rights.onJob && note.userId === rights.userId)}
            />
          ))}
        </ul>
      )}
      {of.hasMoreNotes && (
        <Link
          to={`${paths.workOrder(of.number)}?notes=all`}
          preventScrollReset
          className="w-fit text-link underline underline-offset-4"
        >
          Show older notes
        </Link>
      )}
    </Section>
  );
}

function NewNote({ formKey }: { formKey: string }) {
  const { fetcher, form, busy, error, sessionEnded } = useStay();
  return (
    <fetcher.Form ref={form} method="post" className="flex flex-col gap-2">
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-note`} />
      <Textarea
        name="body"
        required
        maxLength={4000}
        rows={2}
        aria-label="New note"
        placeholder="Write a note"
        className="min-h-16"
      />
      <ErrorLine>{error}</ErrorLine>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="flex items-center gap-2 touch:py-3">
          <input type="checkbox" name="customerVisible" className={checkboxVariants()} />
          The customer may see it
        </label>
        <Button variant="outline" type="submit" loading={busy}>
          Add note
        </Button>
      </div>
      {sessionEnded}
    </fetcher.Form>
  );
}
