import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { counted } from "~/domain/shared/text/counted";
import { type ApiAnswer, sendToApi } from "~/lib/api-request";
import { paths } from "~/paths";

/** The changes to apply to every selected issue; the API's `change`. */
export interface ManyChange {
  stateId?: string;
  priority?: string;
  assigneeId?: string | null;
  projectId?: string | null;
  milestone?: string | null;
  addLabelIds?: string[];
  removeLabelIds?: string[];
  deleted?: boolean;
}

type Outcome = {
  changed: unknown[];
  unchanged: number;
  refused: { id: string; reference: string | null; message: string }[];
  undo: object[];
};

/** Guarantee: the shape of the endpoint's 200 response, validated by its own schema. */
const outcomeOf = ({ body }: ApiAnswer) => body as Outcome;

/** Changes many issues at once, reports the result and offers an undo. */
export function useChangeMany(onRefused: (ids: string[]) => void) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);

  async function send(body: object, done: string): Promise<void> {
    setBusy(true);
    try {
      const answer = await sendToApi({
        method: "POST",
        path: paths.issuesInBulkApi(),
        idempotencyKey: crypto.randomUUID(),
        body,
      });
      if (answer.status === 200) tell(outcomeOf(answer), done);
      else {
        const { message } = answer.body;
        const text = typeof message === "string" ? message : "";
        toast({ title: "Nothing was changed", text, tone: "bad" });
      }
    } catch {
      toast({ title: "Nothing was changed", text: "There is no connection. Try again.", tone: "bad" });
    }
    setBusy(false);
    revalidate();
  }

  function tell({ changed, unchanged, refused, undo }: Outcome, done: string): void {
    if (changed.length > 0) {
      const run = () => void send({ issues: undo }, "changed back");
      toast({ title: `${counted(changed.length, "issue")} ${done}`, tone: "ok", action: { label: "Undo", run } });
    } else if (unchanged > 0 && refused.length === 0) {
      toast({
        title: "Nothing to change",
        text: `${counted(unchanged, "issue")} already had this value.`,
        tone: "info",
      });
    }
    onRefused(refused.map(({ id }) => id));
    if (refused.length === 0) return;
    const reasons = refused.map(({ reference, message }) => `${reference ?? "An issue"}: ${message}`);
    toast({ title: `${counted(refused.length, "issue")} not changed`, text: reasons.join(" "), tone: "bad" });
  }

  return {
    isBusy,
    change: (ids: readonly string[], change: ManyChange, done = "changed") =>
      send({ issues: ids.map((id) => ({ id })), change }, done),
  };
}
