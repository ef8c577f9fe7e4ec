import { useNavigate } from "@remix-run/react";
import { Command } from "cmdk";
import { ArrowRight, CircleHelp, Clock, FileText, type LucideIcon, Moon, Plus, Search, Sun } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Modal } from "~/components/ui/modal";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";
import { chooseTheme, isDark, useTheme } from "../choices";
import { recentPages } from "../recent-pages";
import { useOverlays } from "../use-overlays";
import { useShell } from "../use-shell";
import { createActions, placesFor } from "./places";

/** Finds pages, records and actions; with arrows and Enter, or the pointer. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const person = useShell()?.person ?? null;
  const navigate = useNavigate();
  const { openHelp } = useOverlays();
  const hits = useSearchHits(text);
  const input = useRef<HTMLInputElement>(null);

  // After the dialog, which opens in an effect of its own and takes the focus to its first button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const go = (to: string) => () => {
    onClose();
    navigate(to);
  };
  const recent = text ? [] : recentPages(person?.email ?? "").slice(1, 6);
  return (
    <Modal
      open
      onOpenChange={onClose}
      title="Search"
      titleHidden
      from="center"
      className="m-0 h-dvh max-h-none w-full max-w-none sm:mx-auto sm:mt-[min(12vh,8rem)] sm:mb-auto sm:h-[min(30rem,80dvh)] sm:w-xl sm:rounded-md sm:border"
    >
      <Command label="Search" loop className="dense flex min-h-0 flex-1 flex-col">
        <div className="flex items-center gap-3 border-border border-b pr-14 pl-4">
          <Search aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground" />
          <Command.Input
            value={text}
            onValueChange={setText}
            ref={input}
            maxLength={100}
            placeholder="Search customers, jobs, pages"
            className="h-16 min-w-0 flex-1 bg-transparent text-base outline-none"
          />
        </div>
        <Command.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
          <Command.Empty className="px-3 py-8 text-center text-muted-foreground">No results</Command.Empty>
          <Group heading="Results">
            {hits.map((hit) => (
              <Item
                key={hit.to}
                value={hit.to}
                keywords={[text]}
                icon={FileText}
                note={hit.detail}
                onSelect={go(hit.to)}
              >
                {hit.label}
              </Item>
            ))}
          </Group>
          <Group heading="Recent">
            {recent.map((page) => (
              <Item key={page.to} value={`recent ${page.title} ${page.to}`} icon={Clock} onSelect={go(page.to)}>
                {page.title}
              </Item>
            ))}
          </Group>
          <Group heading="Actions">
            {createActions(person).map((action) => (
              <Item key={action.to} value={action.label} icon={Plus} onSelect={go(action.to)}>
                {action.label}
              </Item>
            ))}
            <ThemeItem onClose={onClose} />
            <Item value="Chat with us help" icon={CircleHelp} onSelect={() => openHelp("home")}>
              Ask for help
            </Item>
          </Group>
          <Group heading="Go to">
            {placesFor(person).map((place) => (
              <Item
                key={place.to}
                value={`${place.label} ${place.area}`}
                icon={ArrowRight}
                note={place.area}
                onSelect={go(place.to)}
              >
                {place.label}
              </Item>
            ))}
          </Group>
        </Command.List>
      </Command>
    </Modal>
  );
}

type Hit = { label: string; detail: string | null; to: string };

/** Search results from the server, debounced; none when it cannot be reached. */
function useSearchHits(text: string): Hit[] {
  const { load, data } = useLookup<{ hits: Hit[] }>();
  const query = text.trim();

  // Waits for a pause in typing before it asks.
  useEffect(() => {
    if (query.length < 2) return;
    const timer = setTimeout(() => load(paths.search(query)), 150);
    return () => clearTimeout(timer);
  }, [query, load]);
  return query.length < 2 ? [] : (data?.hits ?? []);
}

function ThemeItem({ onClose }: { onClose: () => void }) {
  const dark = isDark(useTheme());
  const choose = () => {
    chooseTheme(dark ? "light" : "dark");
    onClose();
  };
  return (
    <Item value="Dark light mode theme appearance" icon={dark ? Sun : Moon} onSelect={choose}>
      {dark ? "Light Mode" : "Dark Mode"}
    </Item>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  if (Array.isArray(children) && children.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted-foreground **:[[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

type ItemProps = {
  value: string;
  keywords?: string[];
  icon: LucideIcon;
  note?: string | null;
  onSelect: () => void;
  children: ReactNode;
};

function Item({ icon: Icon, note, children, ...rest }: ItemProps) {
  return (
    <Command.Item
      className="flex h-row cursor-pointer items-center gap-3 rounded-md px-3 data-[selected=true]:bg-muted"
      {...rest}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {note && <span className="shrink-0 text-muted-foreground text-sm">{note}</span>}
    </Command.Item>
  );
}
