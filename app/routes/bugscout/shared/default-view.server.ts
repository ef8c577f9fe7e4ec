import { redirect } from "@remix-run/cloudflare";
import type { IssueView } from "~/domain/issues/views.server";
import { paths } from "~/paths";
import { hrefOfView } from "./view-href";

/** A list that is opened without any filter opens with the reader's default view. @throws the redirect there */
export function openDefaultView(views: readonly IssueView[], url: URL): void {
  if (url.search !== "" || url.pathname !== paths.issues()) return;
  const chosen = views.find(({ isDefault }) => isDefault);
  if (chosen) throw redirect(hrefOfView(chosen));
}
