import { Kbd } from "~/components/ui/kbd";

interface KeyGroup {
  title: string;
  note: string | null;
  keys: readonly { keys: readonly string[]; what: string }[];
}

/** A screen's keyboard shortcuts, in groups. */
export function KeyList({ groups }: { groups: readonly KeyGroup[] }) {
  return (
    <>
      {groups.map(({ title, note, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="font-medium">{title}</h3>
          {note && <p className="text-muted-foreground text-sm">{note}</p>}
          <dl className="mt-2 flex flex-col gap-2 text-sm">
            {keys.map(({ keys, what }) => (
              <div key={what} className="flex gap-3">
                <dt className="flex w-24 shrink-0 gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
