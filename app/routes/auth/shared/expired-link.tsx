import { Form, useNavigation } from "@remix-run/react";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { MailCheck, Unlink } from "~/components/ui/icons";
import { LINK_MINUTES } from "~/domain/auth/mailed-link";
import { shellPaths } from "~/shell-paths";
import { Entrance } from "./entrance";
import { Notice } from "./notice";

/** Page for a link that has expired after a few minutes: one click requests a new one, without any typing. */
export function ExpiredLink({ token, problems }: { token: string; problems?: string[] | null }) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <Entrance
      title="This link has expired"
      lead={`To keep your account safe, links work for ${LINK_MINUTES} minutes. We’ll email you a new one.`}
      aside={<TextLink to={shellPaths.login()}>Back to sign in</TextLink>}
    >
      <Unlink aria-hidden="true" className="size-10 text-subtle-foreground stroke-[1.25]" />
      {problems && problems.length > 0 && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <Form method="post">
        <input type="hidden" name="intent" value="renew" />
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="default" size="lg" loading={busy} className="w-full">
          Email me a new link
        </Button>
      </Form>
    </Entrance>
  );
}

/** Replaces the expired link's page once the new one has been sent. */
export function LinkRenewed() {
  return (
    <Entrance
      title="Check your email"
      lead={`We sent you a new link. It works for ${LINK_MINUTES} minutes.`}
      aside={<TextLink to={shellPaths.login()}>Back to sign in</TextLink>}
    >
      <MailCheck aria-hidden="true" className="size-12 text-cool stroke-[1.25]" />
    </Entrance>
  );
}
