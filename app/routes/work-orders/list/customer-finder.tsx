import { Link, useNavigate } from "@remix-run/react";
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { menuItemStyle } from "~/components/ui/dropdown-menu";
import { Input } from "~/components/ui/input";
import { useLookup } from "~/lib/use-lookup";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

type Choices = { query: string; choices: readonly { id: string; name: string; city: string | null }[] };

interface CustomerFinderProps {
  href: (customerId: string) => string;
  onChosen: () => void;
}

/** Finds a customer as one types: arrow keys walk what was found, Enter takes the first. */
export function CustomerFinder({ href, onChosen }: CustomerFinderProps) {
  const { load, data } = useLookup<Choices>();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // What was found for other letters is not what is asked for.
  const hits = data && data.query === text.trim() ? data.choices.slice(0, 8) : null;

  // Asks a moment after the last letter, and once for the first customers there are.
  useEffect(() => {
    const query = text.trim();
    const waiting = setTimeout(() => load(paths.customerChoices(query)), query ? 200 : 0);
    return () => clearTimeout(waiting);
  }, [text, load]);
  // The panel shows with the next frame; before that nothing in it takes the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  // The list's own filters stand in one form with this: what is typed here is none of its business.
  const typed = (event: ChangeEvent<HTMLInputElement>) => {
    event.stopPropagation();
    setText(event.target.value);
  };
  const pressed = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link.matches(":focus"));
    const next = { ArrowDown: links[at + 1], ArrowUp: links[at - 1] ?? input.current }[event.key];
    if (next) {
      event.preventDefault();
      next.focus();
    }
    if (event.key !== "Enter" || at >= 0) return;
    event.preventDefault();
    const first = hits?.[0];
    if (!first) return;
    onChosen();
    navigate(href(first.id), { preventScrollReset: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk between the field and the links in it
    <div className="flex flex-col gap-2" onKeyDown={pressed}>
      <Input
        ref={input}
        type="search"
        aria-label="Find a customer"
        placeholder="Name, phone or address"
        autoComplete="off"
        onChange={typed}
      />
      <p role="status" className="sr-only">
        {hits && `${hits.length} found`}
      </p>
      <ul ref={list} className="-mx-2">
        {hits?.map(({ id, name, city }) => (
          <li key={id}>
            <Link to={href(id)} preventScrollReset onClick={onChosen} className={cn(menuItemStyle, "justify-between")}>
              <span className="truncate">{name}</span>
              <span className="shrink-0 text-muted-foreground text-xs">{city}</span>
            </Link>
          </li>
        ))}
        {hits?.length === 0 && <li className="px-2 py-1 text-muted-foreground">No customer found.</li>}
      </ul>
    </div>
  );
}
