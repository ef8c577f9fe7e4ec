import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useFetcher, useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import type { ShellHandle } from "~/components/app-shell/handle";
import { conflictCurrent } from "~/components/forms/conflict-current";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { Download, FileText, History, Plus, Undo2 } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { checkLayout } from "~/domain/designs/checks";
import { type DesignContent, mergeDesigns } from "~/domain/designs/difference";
import { BOX } from "~/domain/designs/drawing";
import { beginHistory, type Edit, type EditHistory, edited, redone, undone } from "~/domain/designs/edit";
import { estimateDesign } from "~/domain/designs/estimate.server";
import {
  type Layout,
  MAX_DESIGN_TITLE,
  newPart,
  PART_KINDS,
  PART_LABELS,
  type PartKind,
} from "~/domain/designs/layout";
import { findDesign } from "~/domain/designs/load.server";
import { copyDesign, deleteDesign, saveDesign, undeleteDesign } from "~/domain/designs/save.server";
import { DesignCopy, DesignForm } from "~/domain/designs/schema";
import { Nothing } from "~/domain/shared/fields";
import { type FormRefusal, formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { ClientOnly } from "~/lib/client-only";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { useUnsavedForm } from "~/lib/unsaved-forms";
import { paths } from "~/paths";
import { SitePicker } from "~/routes/designer/shared/site-picker";
import type { Choice } from "./canvas";
import { DesignConflict, type SavedMeanwhile } from "./conflict";
import { Inspector } from "./inspector";
import { Findings, Outline } from "./side-panel";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

// The canvas and its library are loaded after the page.
const { Part: DesignCanvas } = lazyWithRetry(async () => (await import("./canvas")).DesignCanvas);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.design.title ?? "System designer"} · Plenum` },
];

export const handle: ShellHandle & CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  frame: "canvas",
  crumb: (data) => ({ record: data?.design.title }),
};

export const loader = pageLoader(async ({ ctx, params }) => ({
  design: await findDesign(ctx, params.id ?? ""),
  formKey: ctx.newId(),
}));

export const action = formActions({
  save: formCase(DesignForm, async ({ ctx, input, params }) => {
    const { version } = await saveDesign(ctx, params.id ?? "", input);
    return { savedVersion: version };
  }),
  copy: formCase(DesignCopy, async ({ ctx, input, request }) => {
    const { id } = await copyDesign(ctx, input);
    return redirectWithToast(request, paths.design(id), { tone: "success", text: "Saved as a separate design." });
  }),
  estimate: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await estimateDesign(ctx, params.id ?? "");
    return redirectWithToast(request, paths.editEstimate(id), { tone: "success", text: "Estimate drafted." });
  }),
  delete: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await deleteDesign(ctx, params.id ?? "");
    return redirectWithToast(request, paths.designer(), {
      ...{ tone: "success", text: "Design deleted." },
      undo: { action: paths.design(id), fields: { intent: "restore" } },
    });
  }),
  restore: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await undeleteDesign(ctx, params.id ?? "");
    return redirectWithToast(request, paths.design(id), { tone: "success", text: "Design restored." });
  }),
});

type Step = Edit | { kind: "undo" } | { kind: "redo" } | { kind: "begin"; layout: Layout };

function take(history: EditHistory, step: Step): EditHistory {
  switch (step.kind) {
    case "undo":
      return undone(history);
    case "redo":
      return redone(history);
    case "begin":
      return beginHistory(step.layout);
    case "add":
    case "move":
    case "part":
    case "connect":
    case "link":
    case "remove":
    case "replace":
      return edited(history, step);
  }
}

type Answer = { savedVersion?: number } & Partial<FormRefusal>;

export default function DesignEditor() {
  const { design, formKey } = useLoaderData<typeof loader>();
  return <Editor key={design.id} design={design} formKey={formKey} />;
}

const newId = () => crypto.randomUUID();

type EditorProps = ReturnType<typeof useLoaderData<typeof loader>>;

function Editor({ design, formKey }: EditorProps) {
  const [history, step] = useReducer(take, design.layout, beginHistory);
  const [base, setBase] = useState(versionOf(design));
  const [title, setTitle] = useState(design.title);
  // `of` is the version that brought it: the property's field starts over with it.
  const [site, setSite] = useState({ id: design.siteAddressId, line1: design.line1, of: design.version });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [kind, setKind] = useState<PartKind>("register");
  const fetcher = useFetcher<Answer>();
  const navigate = useNavigate();
  const isPhone = useIsNarrow();
  const sent = useRef<DesignContent | null>(null);
  // The same content again is a retry: its first request may have been saved without an answer.
  const tried = useRef({ content: "", key: "" });
  const layout = history.now;
  const mine: DesignContent = { title, siteAddressId: site.id, line1: site.line1, layout };
  const readOnly = !design.can.write || isPhone;
  const findings = useMemo(() => checkLayout(layout), [layout]);
  const flagged = useMemo(() => {
    const levels = new Map<string, "problem" | "warning">();
    for (const { ids, level } of findings)
      for (const id of ids) if (levels.get(id) !== "problem") levels.set(id, level);
    return levels;
  }, [findings]);
  const chosen = useMemo(() => new Set(selected), [selected]);
  const isChanged = layout !== base.layout || title !== base.title || site.id !== base.siteAddressId;
  const isSaving = fetcher.state !== "idle";
  useUnsavedForm(isChanged && !isSaving, "design");

  // Editing continues from the saved version; the page's own data shows whether someone else saved.
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data?.savedVersion === undefined || !sent.current) return;
    setBase({ version: fetcher.data.savedVersion, ...sent.current });
    sent.current = null;
  }, [fetcher.state, fetcher.data]);
  const setHead = (next: DesignContent, version: number) => {
    setTitle(next.title);
    if (next.siteAddressId !== site.id) setSite({ id: next.siteAddressId, line1: next.line1, of: version });
  };
  // A newer version was loaded, for example a restored one, so its layout replaces this one. The version just saved is known.
  useEffect(() => {
    if (design.version <= base.version || design.version === fetcher.data?.savedVersion || sent.current) return;
    if (layout !== base.layout) return;
    setHead(mergeDesigns(base, mine, design), design.version);
    setBase(versionOf(design));
    step({ kind: "begin", layout: design.layout });
  });

  const send = (intent: "save" | "copy", version = base.version) => {
    sent.current = intent === "save" ? mine : null;
    const fields = { intent, title, siteAddressId: site.id ?? "", layout: JSON.stringify(layout), version };
    const content = JSON.stringify(fields);
    if (content !== tried.current.content) tried.current = { content, key: newId() };
    fetcher.submit({ ...fields, idempotencyKey: tried.current.key }, { method: "post" });
  };
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = (event) => {
    if (!(event.ctrlKey || event.metaKey) || readOnly) return;
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const key = event.key.toLowerCase();
    if (key === "s") {
      event.preventDefault();
      if (isChanged && !isSaving) send("save");
    } else if (!isTyping && (key === "z" || key === "y")) {
      event.preventDefault();
      step({ kind: key === "y" || event.shiftKey ? "redo" : "undo" });
    }
  };
  // Shortcuts apply to the whole screen.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  const choose = (changes: readonly Choice[]) =>
    setSelected((before) => {
      const changed = new Set(changes.map(({ id }) => id));
      return [
        ...before.filter((id) => !changed.has(id)),
        ...changes.flatMap(({ id, selected: isChosen }) => (isChosen ? [id] : [])),
      ];
    });
  const conflict = conflictOf(fetcher.data);
  const refused = conflict ? null : firstErrorOf(fetcher.data);
  const add = () => {
    const id = newId();
    step({ kind: "add", part: newPart(kind, id, freePlace(layout)) });
    setSelected([id]);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-3 border-border border-b px-gutter py-3">
        <div className="flex min-w-0 grow basis-56 flex-col gap-1">
          <Label htmlFor="design-title">Design</Label>
          <h1 className="sr-only">{title}</h1>
          <Input
            id="design-title"
            value={title}
            maxLength={MAX_DESIGN_TITLE}
            disabled={!design.can.write}
            onChange={(event) => setTitle(event.target.value)}
          />
        </div>
        <div className="grow basis-56">
          <SitePicker
            key={site.of}
            shown={site.line1 ?? ""}
            value={site.id}
            disabled={!design.can.write}
            onSelect={(next) => setSite({ ...site, id: next?.id ?? null, line1: next?.label ?? null })}
          />
        </div>
        <p role="status" className="py-2 text-muted-foreground text-sm">
          {isSaving ? "Saving…" : isChanged ? "Not saved" : `Version ${base.version} saved`}
        </p>
        <div className="flex flex-wrap gap-2">
          {!readOnly && (
            <>
              <Button
                size="icon"
                variant="outline"
                aria-label="Undo"
                disabled={history.past.length === 0}
                onClick={() => step({ kind: "undo" })}
              >
                <Undo2 />
              </Button>
              <Button
                size="icon"
                variant="outline"
                aria-label="Redo"
                disabled={history.future.length === 0}
                onClick={() => step({ kind: "redo" })}
              >
                <Undo2 className="-scale-x-100" />
              </Button>
            </>
          )}
          <Button asChild variant="outline">
            <Link to={paths.designVersions(design.id)} preventScrollReset>
              <History />
              Versions
            </Link>
          </Button>
          <Button asChild variant="outline">
            <a href={paths.designPdf(design.id)}>
              <FileText />
              PDF
            </a>
          </Button>
          <Button asChild variant="outline">
            <a href={paths.designPicture(design.id)}>
              <Download />
              Picture
            </a>
          </Button>
          <AddTodoButton about="design" id={design.id} />
          {design.can.estimate && (
            <fetcher.Form method="post">
              <HiddenFields
                {...{ formKey, isSaving }}
                isInDoubt={fetcher.data?.lastResult !== undefined && !fetcher.data.isDecided}
                intent="estimate"
              />
              <Button type="submit" variant="outline" disabled={isChanged || isSaving}>
                Draft estimate
              </Button>
            </fetcher.Form>
          )}
          {design.can.write && (
            <Button disabled={!isChanged || title.trim() === ""} loading={isSaving} onClick={() => send("save")}>
              Save
            </Button>
          )}
        </div>
        {design.estimateId && design.can.seeEstimate && (
          <p className="w-full text-sm">
            <TextLink to={paths.estimate(design.estimateId)}>Estimate of this design</TextLink>
          </p>
        )}
      </header>
      {refused && (
        <div
          role="alert"
          className="mx-gutter mt-3 flex flex-wrap items-center gap-3 rounded-md border border-bad bg-bad-soft p-3"
        >
          <p className="grow">{refused}</p>
          {fetcher.data?.details?.isDeleted === true && (
            <>
              <Button
                size="sm"
                variant="outline"
                onClick={() => fetcher.submit({ intent: "restore" }, { method: "post" })}
              >
                Restore design
              </Button>
              <Button size="sm" variant="outline" onClick={() => send("copy")}>
                Save mine as a copy
              </Button>
            </>
          )}
        </div>
      )}
      {conflict && !isSaving && conflict.version > base.version && (
        <DesignConflict
          base={base}
          mine={mine}
          theirs={conflict}
          isSaving={isSaving}
          onReplace={() => send("save", conflict.version)}
          onMerge={() => {
            const merged = mergeDesigns(base, mine, conflict);
            step({ kind: "replace", layout: merged.layout });
            setHead(merged, conflict.version);
            setBase(versionOf(conflict));
          }}
          onCopy={() => send("copy")}
          onDiscard={() => {
            step({ kind: "begin", layout: conflict.layout });
            setHead(conflict, conflict.version);
            setBase(versionOf(conflict));
            navigate(paths.design(design.id), { replace: true });
          }}
        />
      )}
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="relative h-[60dvh] min-h-96 border-border lg:h-auto lg:border-r">
          <ClientOnly fallback={<p className="p-4 text-muted-foreground">Drawing the layout…</p>}>
            <DesignCanvas {...{ layout, flagged, readOnly, newId }} selected={chosen} onEdit={step} onChoose={choose} />
          </ClientOnly>
        </div>
        <aside
          aria-label="Design details"
          data-right-panel
          className="flex flex-col gap-6 overflow-y-auto p-4 max-lg:pb-24 lg:max-h-[calc(100dvh-10rem)]"
        >
          {!readOnly && (
            <div className="flex items-end gap-2">
              <div className="flex grow flex-col gap-1">
                <Label htmlFor="design-kind">Part</Label>
                <NativeSelect
                  id="design-kind"
                  value={kind}
                  choices={PART_KINDS.map((value) => ({ value, label: PART_LABELS[value] }))}
                  onChange={(event) => setKind(PART_KINDS.find((one) => one === event.target.value) ?? kind)}
                />
              </div>
              <Button variant="outline" onClick={add}>
                <Plus />
                Add
              </Button>
            </div>
          )}
          {isPhone && design.can.write && (
            <p className="text-muted-foreground">On a phone a layout can be viewed. Edit it on a larger screen.</p>
          )}
          <section aria-label="Selection">
            <Inspector {...{ layout, selected, readOnly, newId }} onEdit={step} onSelect={setSelected} />
          </section>
          <Findings findings={findings} onSelect={setSelected} />
          <Outline layout={layout} selected={chosen} onSelect={setSelected} />
          {!readOnly && (
            <fetcher.Form method="post">
              <input type="hidden" name="intent" value="delete" />
              <Button type="submit" size="sm" variant="ghost">
                Delete design
              </Button>
            </fetcher.Form>
          )}
        </aside>
      </div>
      <Outlet />
    </div>
  );
}

function versionOf({ version, title, siteAddressId, line1, layout }: DesignContent & { version: number }) {
  return { version, title, siteAddressId, line1, layout };
}

/** Guarantee: `saveDesign` refuses a stale version and includes the stored design. */
function conflictOf(answer: Answer | undefined): SavedMeanwhile | null {
  const current = conflictCurrent(answer?.details);
  return current && "layout" in current ? (current as unknown as SavedMeanwhile) : null;
}

function firstErrorOf(answer: Answer | undefined): string | null {
  const errors = answer?.lastResult?.error;
  return errors ? (Object.values(errors).flat().find(Boolean) ?? null) : null;
}

/** The first free position in a column of the grid. */
function freePlace({ parts }: Layout): { x: number; y: number } {
  for (let n = 0; ; n += 1) {
    const place = { x: 40 + Math.floor(n / 8) * 180, y: 40 + (n % 8) * 80 };
    if (!parts.some(({ x, y }) => Math.abs(x - place.x) < BOX.width && Math.abs(y - place.y) < BOX.height))
      return place;
  }
}

/** On phones, the design can only be viewed and panned. */
function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(false);
  // The server does not know the screen width.
  useEffect(() => {
    const query = matchMedia("(width < 40rem)");
    const changed = () => setNarrow(query.matches);
    changed();
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return isNarrow;
}
