import type { FieldMetadata } from "@conform-to/react";
import { TextField } from "~/components/forms/text-field";
import { HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";
import { TOKEN_PAGES } from "./host";

export const tokenLabels = { token: "Access token", baseUrl: "GitLab address" };

type TokenFieldsProps = {
  host: HostKind;
  /** Base URL of the host, linked for creating a new token. */
  baseUrl: string;
  /** Tokens accepted by a simulated host. */
  samples: readonly { token: string; about: string }[];
  fields: { token: FieldMetadata<string>; baseUrl?: FieldMetadata<string | undefined> };
};

/** Fields for making a connection. */
export function TokenFields({ host, baseUrl, samples, fields }: TokenFieldsProps) {
  const { path, needs } = TOKEN_PAGES[host];
  return (
    <>
      {fields.baseUrl && (
        <TextField
          field={fields.baseUrl}
          label={tokenLabels.baseUrl}
          description="Change it for a self-managed GitLab."
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <TextField
        field={fields.token}
        label={tokenLabels.token}
        description={needs}
        type="password"
        autoComplete="off"
        spellCheck={false}
      />
      {samples.length > 0 ? (
        <div className="rounded-md border border-border border-dashed p-3 text-sm">
          <p className="text-muted-foreground">
            This is a simulated {HOST_NAMES[host]} for trying things out. It accepts these tokens:
          </p>
          <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
            {samples.map(({ token, about }) => (
              <div key={token} className="contents">
                <dt>
                  <code>{token}</code>
                </dt>
                <dd className="text-muted-foreground">{about}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : (
        <p className="text-muted-foreground text-sm">
          <a
            href={`${baseUrl}${path}`}
            target="_blank"
            rel="noreferrer"
            className="text-link underline underline-offset-4 hover:decoration-2"
          >
            Create a token on {HOST_NAMES[host]}
          </a>
          . It is stored encrypted and never shown again.
        </p>
      )}
    </>
  );
}
