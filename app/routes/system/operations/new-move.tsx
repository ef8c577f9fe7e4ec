import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { ReauthenticationFields } from "~/components/forms/reauthentication-fields";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { reauthenticate, reauthenticationState } from "~/domain/auth/reauthentication.server";
import { ProofFields } from "~/domain/auth/second-step/schema";
import { listShards, startMove } from "~/domain/operations/tenant-moves/moves.server";
import { StartMove } from "~/domain/operations/tenant-moves/schema";
import { OLD_COPY_DAYS } from "~/domain/operations/tenant-moves/tenant-move";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

const Input = StartMove.extend(ProofFields);

export const loader = memberLoader(async ({ ctx }) => {
  const [shards, proof] = await Promise.all([listShards(ctx), reauthenticationState(ctx)]);
  return { shards, proof, constraint: getZodConstraint(Input), formKey: ctx.newId() };
});

export const action = formAction(Input, async ({ ctx, input: { currentPassword, passkey, ...input }, request }) => {
  await reauthenticate(ctx, { currentPassword, passkey }, clientInfo(request, ctx));
  await startMove(ctx, input);
  const text = `The ${input.kind} is moving to shard ${input.toShard}.`;
  return redirectWithToast(request, paths.operations(), { tone: "success", text });
});

const labels = { kind: "What to move", tenantId: "Id", toShard: "To shard" };
const kinds = [
  { value: "business", label: "A business" },
  { value: "household", label: "A household" },
];

export default function NewMove() {
  const { shards, proof, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof Input>>({ id: "new-move", constraint, noun: "move" });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Move to another shard"
      description="Everyone can keep working during the move. Changes are refused for the last seconds only."
      {...{ actionForm, labels, formKey }}
      submit="Start move"
    >
      <SelectField field={fields.kind} label={labels.kind} choices={kinds} />
      <TextField
        field={fields.tenantId}
        label={labels.tenantId}
        description="Of the business, or of the person whose household it is."
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        field={fields.toShard}
        label={labels.toShard}
        choices={shards.map(({ name, region }) => ({ value: name, label: region ? `${name} (${region})` : name }))}
        placeholder="Choose a shard"
      />
      <p className="text-muted-foreground text-sm">
        You can cancel until it has switched. The old copy is deleted after {OLD_COPY_DAYS} days.
      </p>
      <ReauthenticationFields
        field={fields.currentPassword}
        proof={proof}
        isRefused={actionForm.details?.reauthenticationRequired === true}
      />
    </FormDialog>
  );
}
