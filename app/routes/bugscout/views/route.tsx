import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import { RefusedAction } from "~/components/feedback/refused-action";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { ViewChoice } from "~/domain/issues/schema";
import { chooseDefaultView, deleteView, findView, listViews } from "~/domain/issues/views.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { hrefOfView } from "~/routes/bugscout/shared/view-href";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const loader = pageLoader(async ({ ctx }) => {
  return { views: await listViews(ctx) };
});

const back = ({ pathname, search }: URL) => `${pathname}${search}`;

export const action = formActions({
  default: formCase(ViewChoice, async ({ ctx, input, request, url }) => {
    const { id, name, isDefault } = await findView(ctx, input.viewId);
    await chooseDefaultView(ctx, { viewId: isDefault ? null : id });
    const text = isDefault ? "Your list opens with all issues." : `Your list opens with ${name}.`;
    return redirectWithToast(request, back(url), { tone: "success", text });
  }),
  delete: formCase(ViewChoice, async ({ ctx, input, request, url }) => {
    const { id, name, query, layout, shared, isDefault, isMine } = await findView(ctx, input.viewId);
    await deleteView(ctx, id);
    const fields = { name, query, layout, ...(shared && { shared: "on" }), ...(isDefault && { isDefault: "on" }) };
    return redirectWithToast(request, back(url), {
      ...{ tone: "success", text: `${name} deleted.` },
      // Restoring another person's view would make it one's own.
      ...(isMine && { undo: { action: paths.newIssueView(layout, {}), fields } }),
    });
  }),
});

export default function ManageViews() {
  const { views } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const { pathname, search } = useLocation();
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Saved views</DialogTitle>
          <DialogDescription>Yours, and those that others share.</DialogDescription>
        </DialogHeader>
        <DialogBody>
          <RefusedAction />
          {views.length === 0 ? (
            <p className="text-muted-foreground">
              No views yet. Filter the list or the board, then choose “Save view” above it.
            </p>
          ) : (
            <ul className="divide-y divide-border">
              {views.map((view) => (
                <li key={view.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
                  <span className="min-w-0 grow basis-48">
                    <Link to={hrefOfView(view)} className="font-medium hover:text-link">
                      {view.name}
                    </Link>{" "}
                    {view.isDefault && <Badge tone="info">Default</Badge>} {view.shared && <Badge>Shared</Badge>}
                    <span className="block text-muted-foreground text-sm">
                      {view.layout === "board" ? "Board" : "List"}
                      {!view.isMine && `, by ${view.firstName ?? "a former member"} ${view.lastName ?? ""}`.trimEnd()}
                    </span>
                  </span>
                  <ViewButton view={view} intent="default">
                    {view.isDefault ? "Don't open with it" : "Make default"}
                  </ViewButton>
                  {view.mayChange && (
                    <>
                      <Button asChild variant="ghost" size="sm">
                        <Link to={{ pathname: `${pathname}/${view.id}`, search }} preventScrollReset>
                          Edit<span className="sr-only"> {view.name}</span>
                        </Link>
                      </Button>
                      <ViewButton view={view} intent="delete">
                        Delete
                      </ViewButton>
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

interface ViewButtonProps {
  view: { id: string; name: string };
  intent: "default" | "delete";
  children: string;
}

function ViewButton({ view, intent, children }: ViewButtonProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="viewId" value={view.id} />
      <Button type="submit" variant="ghost" size="sm">
        {children}
        <span className="sr-only"> {view.name}</span>
      </Button>
    </Form>
  );
}
