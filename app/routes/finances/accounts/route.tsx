import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { formActions } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { owedLoads } from "~/lib/owed-loads";
import { readAccountsView } from "./accounts-view";
import { accountsForms } from "./actions.server";
import { accountsData } from "./data.server";
import type { AccountsDialogsProps } from "./dialogs";
import { AccountsMode, preloadModes } from "./modes";

export const handle: ShellHandle = { roomy: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.account?.name ?? "Bank Accounts Management"} · Plenum` },
];

export const loader = memberLoader(({ ctx, url, request }) =>
  accountsData(ctx, request, readAccountsView(url.searchParams)),
);

export const action = formActions(accountsForms);

/** Dialogs that ask about what is here already are drawn at once. */
const loads = owedLoads((args) => {
  const { currentUrl, nextUrl, formMethod, actionStatus, defaultShouldRevalidate } = args;
  if (formMethod && formMethod !== "GET") return actionStatus === undefined || actionStatus < 400;
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate;
  const kept = ["delete", "archive", "import"];
  const needs = (url: URL) => {
    const open = url.searchParams.get("open") ?? "";
    return (
      ["mode", "account", "page"].map((name) => url.searchParams.get(name)).join() + (kept.includes(open) ? "" : open)
    );
  };
  return needs(currentUrl) !== needs(nextUrl) || currentUrl.searchParams.get("id") !== nextUrl.searchParams.get("id");
});
export const shouldRevalidate = loads.shouldRevalidate;

const dialogs = lazyWithRetry<AccountsDialogsProps>(async () => (await import("./dialogs")).AccountsDialogs);

export default function Accounts() {
  const data = useLoaderData<typeof loader>();
  loads.useArrived(data);
  const [search] = useSearchParams();
  const { sessionEnded, ...refusal } = useFormRefusal(useActionData());
  const view = readAccountsView(search);

  // Opening a form or a dialog should not wait for its code.
  useEffect(() => {
    preloadModes();
    dialogs.preload();
  }, []);

  return (
    <div className="mx-auto flex w-full max-w-[75rem] flex-col gap-5">
      <AccountsMode view={view} data={data} refusal={refusal} />
      <dialogs.Part view={view} data={data} refusal={refusal} />
      {sessionEnded}
    </div>
  );
}
