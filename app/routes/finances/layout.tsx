import { Outlet } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";

export const handle: ShellHandle = { roomy: true };

/** The household's screens breathe, and one that fails leaves the frame standing. */
export default function Household() {
  return <Outlet />;
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
