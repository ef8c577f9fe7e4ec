import { useId } from "react";
import { Button } from "~/components/ui/button";
import { TriangleAlert } from "~/components/ui/icons";
import { changedByBoth, changesBetween, type DesignContent, type LayoutChange } from "~/domain/designs/difference";

export interface SavedMeanwhile extends DesignContent {
  version: number;
  updatedByName: string | null;
}

type ConflictProps = {
  base: DesignContent;
  mine: DesignContent;
  theirs: SavedMeanwhile;
  isSaving: boolean;
  onReplace: () => void;
  onMerge: () => void;
  onCopy: () => void;
  onDiscard: () => void;
};

/**
 * Two people edited one design: what each changed, and how to continue. The other person's version is kept in the
 * history in any case.
 */
export function DesignConflict({ base, mine, theirs, isSaving, onReplace, onMerge, onCopy, onDiscard }: ConflictProps) {
  const id = useId();
  const both = changedByBoth(base, mine, theirs);
  return (
    <section
      role="alert"
      aria-labelledby={id}
      className="m-4 flex flex-col gap-3 rounded-md border border-warn bg-warn-soft p-4"
    >
      <h2 id={id} className="flex items-center gap-2 font-semibold">
        <TriangleAlert className="size-5 shrink-0 text-warn" />
        {`${theirs.updatedByName ?? "Someone else"} saved version ${theirs.version} while you were editing`}
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <Changes title="Their changes" changes={changesBetween(base, theirs)} />
        <Changes title="Your changes" changes={changesBetween(base, mine)} />
      </div>
      {both.length > 0 && <p>{`Both of you changed: ${both.join(", ")}. Merging keeps yours there.`}</p>}
      <p className="text-muted-foreground text-sm">
        Nothing is lost: version {theirs.version} stays under Versions either way.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="default" onClick={onMerge}>
          Merge both
        </Button>
        <Button size="sm" variant="outline" loading={isSaving} onClick={onReplace}>
          Save mine as version {theirs.version + 1}
        </Button>
        <Button size="sm" variant="outline" onClick={onCopy}>
          Save mine as a copy
        </Button>
        <Button size="sm" variant="outline" onClick={onDiscard}>
          Discard my changes
        </Button>
      </div>
    </section>
  );
}

const WORDS = { added: "Added", removed: "Removed", changed: "Changed" } as const;

function Changes({ title, changes }: { title: string; changes: readonly LayoutChange[] }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      {changes.length === 0 && <p className="text-muted-foreground">None</p>}
      <ul className="max-h-48 overflow-y-auto">
        {changes.map(({ id, kind, what, how }) => (
          <li key={id}>
            {`${WORDS[kind]} ${what}`}
            {how.length > 0 && <span className="text-muted-foreground">{` (${how.join(", ")})`}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
