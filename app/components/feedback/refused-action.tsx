import { useActionData } from "@remix-run/react";
import { useFormRefusal } from "./session-ended";

/** Why an action of the page was refused, for pages whose forms are single buttons without a place for their own errors. */
export function RefusedAction() {
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const texts = Object.values(lastResult?.error ?? {}).flatMap((errors) => errors ?? []);
  return (
    <>
      {texts.length > 0 && (
        <p role="alert" className="pb-3 font-medium text-bad">
          {texts.join(" ")}
        </p>
      )}
      {sessionEnded}
    </>
  );
}
