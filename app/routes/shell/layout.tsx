import { Outlet } from "@remix-run/react";
import { ErrorPage } from "./error-page";

export default function Shell() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
