import { useActionData } from "@remix-run/react";
import { useFormRefusal } from "./session-ended";

/** Why an action of the page was refused, for pages whose forms are single buttons without a place for their own errors. */
export function RefusedAction() {
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  // A single field's error is also repeated as the form's error.
  const texts = new Set(Object.values(lastResult?.error ?? {}).flatMap((errors) => errors ?? []));
  return (
    <>
      {texts.size > 0 && (
        <p role="alert" className="pb-3 font-medium text-bad">
          {[...texts].join(" ")}
        </p>
      )}
      {sessionEnded}
    </>
  );
}
