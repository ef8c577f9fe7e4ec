import { Link } from "@remix-run/react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";

type NotesProps = { notes: string | null; editHref?: string };

/** Notes about the customer for the team. */
export function Notes({ notes, editHref }: NotesProps) {
  const edit = editHref && (
    <Button asChild size="sm" variant={notes ? "ghost" : "outline"}>
      <Link to={editHref} preventScrollReset>
        {notes ? "Edit notes" : "Add notes"}
      </Link>
    </Button>
  );
  return (
    <Section title="Notes" action={edit}>
      <Card className="whitespace-pre-line break-words p-4">
        {notes ?? <span className="text-muted-foreground">No notes yet</span>}
      </Card>
    </Section>
  );
}
