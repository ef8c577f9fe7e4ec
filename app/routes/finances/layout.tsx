import { Outlet } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";

export const handle: ShellHandle = { roomy: true };

/** Household screens use roomy spacing, and an error in one leaves the frame intact. */
export default function Household() {
  return <Outlet />;
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
