import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { shellPaths } from "~/shell-paths";

/** The first page of each group whose own path is no page. */
const firstPages = new Map([
  ["inventory", shellPaths.items()],
  ["system", shellPaths.users()],
  ["integrations", shellPaths.integrations()],
  ["technician", shellPaths.technicianWorkOrder("today")],
  ["technician/jobs", shellPaths.technicianWorkOrder("today")],
]);

export function loader({ request }: LoaderFunctionArgs) {
  const group = new URL(request.url).pathname.split("/").filter(Boolean).join("/");
  return redirect(firstPages.get(group) ?? shellPaths.home());
}
