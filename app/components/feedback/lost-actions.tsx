import { Form, Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import type { LostRecord } from "~/http/lost-record";

/** Actions for a missing record: restore it, or go to the list. */
export function LostActions({ lost: { links, restore } }: { lost: LostRecord }) {
  return (
    <>
      {restore && (
        <Form method="post" action={restore.action}>
          {Object.entries(restore.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" variant="default">
            {restore.label}
          </Button>
        </Form>
      )}
      {links.map(({ to, label }, at) => (
        <Button key={to} asChild variant={at === 0 && !restore ? "default" : "outline"}>
          <Link to={to}>{label}</Link>
        </Button>
      ))}
    </>
  );
}
