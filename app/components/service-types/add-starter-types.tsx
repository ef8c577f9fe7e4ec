import { useFetcher } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { can } from "~/domain/shared/permissions";
import { paths } from "~/paths";

/** Shown if there are no service types yet: adds the usual ones with one click, without affecting a surrounding form. */
export function AddStarterTypes() {
  const rights = useShell()?.person?.member ?? null;
  const { submit, state, data } = useFetcher<object>();
  const { lastResult } = useFormRefusal(data);
  const problem = Object.values(lastResult?.error ?? {}).flatMap((errors) => errors ?? []);
  if (!can(rights, "service_types.write")) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="outline"
        size="sm"
        loading={state !== "idle"}
        onClick={() => submit({}, { method: "post", action: paths.starterServiceTypes() })}
      >
        Add starter service types
      </Button>
      {problem.length > 0 && (
        <p role="alert" className="font-medium text-bad text-sm">
          {problem.join(" ")}
        </p>
      )}
    </div>
  );
}
