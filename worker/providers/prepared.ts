import type { Providers } from "~/domain/providers";

/** Files of build/client/prepared, which the build wrote together with this Worker. */
export function prepared(assets: Pick<Fetcher, "fetch">): Providers["prepared"] {
  return async (name) => {
    const answer = await assets.fetch(`https://assets.invalid/prepared/${name}`);
    if (!answer.ok) throw new Error(`the build has no prepared/${name}`);
    return answer.json();
  };
}
