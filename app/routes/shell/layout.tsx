import type { MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Outlet } from "@remix-run/react";
import { Frame } from "~/components/app-shell/frame";
import { Skeleton } from "~/components/ui/skeleton";
import { ErrorPage } from "./error-page";
import { errorWords } from "./error-words";

export const meta: MetaFunction = ({ error }) => {
  if (!error) return [{ title: "Plenum" }];
  const { title } = errorWords(isRouteErrorResponse(error) ? error.status : 500, null);
  return [{ title: `${title} · Plenum` }, { name: "robots", content: "noindex" }];
};

export default function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Shown while a screen that reads the browser first gets ready. */
export function HydrateFallback() {
  return (
    <Frame>
      <div role="status" aria-label="Loading" className="flex flex-col gap-4">
        <Skeleton className="h-7 w-64" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-4 w-full max-w-2xl" />
        <Skeleton className="h-4 w-full max-w-xl" />
      </div>
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage />
    </Frame>
  );
}
