import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Section } from "~/components/section";
import { Progress } from "~/components/ui/progress";
import { formatBytes } from "~/domain/shared/limits";
import { photoUsage } from "~/domain/shared/photo-storage.server";
import { pageLoader } from "~/http/page-loader";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Usage · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({ photos: await photoUsage(ctx) }));

/** What the business stores, and how much it may. */
export default function Usage() {
  const { photos } = useLoaderData<typeof loader>();
  const share = Math.min(100, Math.round((photos.used / photos.allowed) * 100));
  return (
    <div className="flex max-w-xl flex-col gap-8 pt-6">
      <Section
        title="Photo storage"
        description="Photos of jobs are evidence: they are kept with their work orders. Pictures of items count too."
      >
        <Progress label="Photo storage used" value={share} tone={share > 90 ? "bad" : "cool"} />
        <p className="tabular text-muted-foreground">
          {formatBytes(photos.used)} of {formatBytes(photos.allowed)} used ({share}%)
        </p>
      </Section>
    </div>
  );
}
