import { Form } from "@remix-run/react";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";

/** Whether the office sees a technician's location; consent is as easy to withdraw as to give. */
export function PlaceSharing({ shares, formKey }: { shares: boolean; formKey: string }) {
  const isSaving = useIsSubmitting();
  return (
    <Form method="post" preventScrollReset className="flex flex-col items-start gap-3">
      <input type="hidden" name="intent" value="place" />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <input type="hidden" name="shares" value={String(!shares)} />
      <p>
        {shares
          ? "You are sharing your location. The office sees the latest one on its map while you work; it is deleted after an hour."
          : "You are not sharing your location. If you do, the office sees the latest one on its map while you work and the app is open. Nothing is saved outside your working hours."}
      </p>
      <Button type="submit" variant="outline" loading={isSaving}>
        {shares ? "Stop sharing and delete it" : "Share my location while I work"}
      </Button>
    </Form>
  );
}
