import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";

/** A single button that submits a link's token. */
export function TokenForm({ token, busyAt, children }: { token: string; busyAt: string; children: ReactNode }) {
  const busy = useNavigation().formAction?.startsWith(busyAt) ?? false;
  return (
    <Form method="post" className="grid">
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="default" size="lg" loading={busy}>
        {children}
      </Button>
    </Form>
  );
}
