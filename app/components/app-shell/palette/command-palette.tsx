import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { isDark, useChooseTheme, useTheme } from "~/components/app-shell/choices";
import { recentPages } from "~/components/app-shell/recent-pages";
import { useOverlays } from "~/components/app-shell/use-overlays";
import { useShell } from "~/components/app-shell/use-shell";
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "~/components/ui/command";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import {
  AirVent,
  ArrowRight,
  BookOpen,
  Building2,
  CircleAlert,
  CircleHelp,
  ClipboardList,
  Clock,
  FileSignature,
  FileText,
  Gauge,
  HardHat,
  House,
  type IconComponent,
  Landmark,
  ListChecks,
  MessageCircle,
  Moon,
  Package,
  PenLine,
  Plus,
  Receipt,
  ShoppingBag,
  Sun,
  TrendingUp,
  UserRoundSearch,
  Users,
  Wallet,
  Warehouse,
  Wrench,
} from "~/components/ui/icons";
import { articles } from "~/content/help";
import { MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from "~/domain/search/query";
import type { SearchKind } from "~/domain/search/search.server";
import { matchScore } from "~/lib/match-score";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";
import { createActions } from "./actions";
import type { Place } from "./place";
import { placesFor } from "./places";

/** Finds pages, records and actions with the keyboard or the pointer. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const person = useShell()?.person ?? null;
  const navigate = useNavigate();
  const { openHelp } = useOverlays();
  const hits = useSearchHits(text);
  const input = useRef<HTMLInputElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  // When the selected result disappears together with others, cmdk selects nothing in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again at each list of results
  useEffect(() => {
    if (menu.current?.querySelector("[aria-selected=true]")) return;
    menu.current?.dispatchEvent(new window.KeyboardEvent("keydown", { key: "Home", bubbles: true }));
  }, [hits]);

  // Deferred, because the dialog opens in its own effect and moves focus to its first button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const go = (to: string) => () => {
    onClose();
    navigate(to);
  };
  const places = placesFor(person);
  const placeItem = (place: Place) => (
    <Item
      key={place.to}
      value={place.label}
      keywords={[place.area, place.synonyms ?? ""]}
      icon={ArrowRight}
      note={place.area}
      onSelect={go(place.to)}
    >
      {place.label}
    </Item>
  );
  const recent = text ? [] : recentPages(person?.email ?? "").slice(1, 6);
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent className="m-0 h-dvh max-h-none rounded-none border-0 sm:mx-auto sm:mt-[min(12vh,8rem)] sm:mb-auto sm:h-[min(30rem,80dvh)] sm:rounded-md sm:border">
        <DialogHeader className="sr-only">
          <DialogTitle>Search</DialogTitle>
        </DialogHeader>
        <Command
          ref={menu}
          label="Search"
          loop
          filter={score}
          className="dense min-h-0 flex-1 rounded-none bg-transparent text-inherit"
        >
          <CommandInput
            value={text}
            onValueChange={setText}
            ref={input}
            maxLength={MAX_QUERY_LENGTH}
            placeholder="Search customers, jobs, pages"
            className="h-16 pr-10 text-base"
          />
          <CommandList className="max-h-none min-h-0 flex-1 p-2">
            <CommandEmpty>No results</CommandEmpty>
            <Group heading="Results">
              {hits.map((hit) => (
                <Item
                  key={hit.to}
                  value={`hit ${hit.to}`}
                  keywords={[found]}
                  icon={icons[hit.kind]}
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
                <Item
                  key={action.to}
                  value={action.label}
                  keywords={[action.synonyms ?? ""]}
                  icon={Plus}
                  onSelect={go(action.to)}
                >
                  {action.label}
                </Item>
              ))}
              <ThemeItem onClose={onClose} />
              <Item value="Chat with us help" icon={CircleHelp} onSelect={() => openHelp("home")}>
                Ask for help
              </Item>
            </Group>
            <Group heading="Go to">{places.map(placeItem)}</Group>
            {text.trim() && (
              <Group heading="Help">
                {articles.map(({ slug, title, summary }) => (
                  <Item
                    key={slug}
                    value={`${help}${title}`}
                    keywords={[summary]}
                    icon={BookOpen}
                    note="Help"
                    onSelect={go(paths.support({ article: slug }))}
                  >
                    {title}
                  </Item>
                ))}
              </Group>
            )}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

/** Server results count as matches; help is sorted below everything else. */
const found = "found by the server";
const help = "help: ";

function score(value: string, search: string, keywords: string[] = []): number {
  if (keywords.includes(found)) return 1;
  if (!value.startsWith(help)) return matchScore(value, search, keywords);
  return matchScore(value.slice(help.length), search, keywords) * 0.2;
}

type Hit = { kind: SearchKind; label: string; detail: string | null; to: string };

const icons: Record<SearchKind, IconComponent> = {
  ...{
    work_order: ClipboardList,
    customer: Users,
    technician: HardHat,
    lead: UserRoundSearch,
    estimate: FileSignature,
  },
  ...{ equipment: AirVent, item: Package, invoice: FileText, site: House, purchase_order: ShoppingBag },
  ...{
    supplier: Building2,
    location: Warehouse,
    service_type: Wrench,
    cylinder: Gauge,
    issue: CircleAlert,
    todo: ListChecks,
  },
  ...{ message: MessageCircle, design: PenLine, analysis: TrendingUp, receipt: Receipt, household_receipt: Receipt },
  ...{ income: Wallet, expense: Wallet, account: Landmark },
};

/**
 * Debounced search results from the server; none if it cannot be reached. Until those for the latest text arrive, only the
 * previous ones whose own words match it.
 */
function useSearchHits(text: string): Hit[] {
  const { load, data, isLoading } = useLookup<{ hits: Hit[] }>();
  const [searched, setSearched] = useState("");
  const query = text.trim();

  // Waits for a pause in typing before searching.
  useEffect(() => {
    if (query.length < MIN_QUERY_LENGTH) return;
    const timer = setTimeout(() => {
      setSearched(query);
      load(paths.search(query));
    }, 150);
    return () => clearTimeout(timer);
  }, [query, load]);
  return useMemo(() => {
    if (query.length < MIN_QUERY_LENGTH) return [];
    const hits = data?.hits ?? [];
    if (query === searched && !isLoading) return hits;
    return hits.filter(({ label, detail }) => matchScore(label, query, [detail ?? ""]) > 0);
  }, [query, searched, isLoading, data]);
}

function ThemeItem({ onClose }: { onClose: () => void }) {
  const dark = isDark(useTheme());
  const chooseTheme = useChooseTheme();
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
  return <CommandGroup heading={heading}>{children}</CommandGroup>;
}

type ItemProps = {
  value: string;
  keywords?: string[];
  icon: IconComponent;
  note?: string | null;
  onSelect: () => void;
  children: ReactNode;
};

function Item({ icon: Icon, note, children, ...rest }: ItemProps) {
  return (
    <CommandItem className="h-row gap-3 rounded-md py-0 data-[selected=true]:bg-muted" {...rest}>
      <Icon aria-hidden="true" className="size-4 shrink-0 text-subtle-foreground" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {note && <span className="shrink-0 text-muted-foreground text-sm">{note}</span>}
    </CommandItem>
  );
}
