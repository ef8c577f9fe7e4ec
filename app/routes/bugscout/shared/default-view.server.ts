import { redirect } from "@remix-run/cloudflare";
import type { IssueView } from "~/domain/issues/views.server";
import { paths } from "~/paths";
import { hrefOfView } from "./view-href";

/** Opens the reader's default view when the list is opened without a query. @throws a redirect to that view */
export function openDefaultView(views: readonly IssueView[], url: URL): void {
  if (url.search !== "" || url.pathname !== paths.issues()) return;
  const chosen = views.find(({ isDefault }) => isDefault);
  if (chosen) throw redirect(hrefOfView(chosen));
}
