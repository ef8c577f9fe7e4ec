import { ShownOnce } from "~/routes/settings/shared/shown-once";

/** The signing secret, shown only once. `previousUntil`: until when the previous secret remains valid, as text. */
export function SigningSecret({ secret, previousUntil }: { secret: string; previousUntil?: string }) {
  return (
    <ShownOnce title="Signing secret" secret={secret} noun={{ name: "Signing secret", short: "secret" }}>
      <p>
        Store it with the receiving system's other secrets. The system uses it to verify that an event comes from
        Plenum. It is not shown again. If you lose it, rotate it.
      </p>
      {previousUntil && <p>The previous secret also signs until {previousUntil}.</p>}
    </ShownOnce>
  );
}
