import { type ComponentType, Suspense } from "react";

interface LazyPart<Props> {
  Part: ComponentType<Props>;
  /** Fetches the code ahead of its use. */
  preload: () => void;
}

/**
 * A part of a screen whose code a first visit may not need: a dialog, another view. The browser fetches it when it is
 * drawn; the server has it at hand and writes it into the page at once, so that it is there before any script. Until
 * the code arrives what the server drew stands: a connection lost meanwhile must not cost the page and what is typed in it.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let ready: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  function fetchOnce(): Promise<void> {
    loading ??= importWithRetry(load).then((component) => {
      ready = component;
    });
    return loading;
  }

  function Loaded(props: Props) {
    if (!ready) throw fetchOnce();
    const Component = ready;
    return <Component {...props} />;
  }

  // The server is one file: what is loaded while it starts is ready before the first request.
  // What only a browser draws is not in it.
  if (import.meta.env.SSR) fetchOnce().catch(() => undefined);
  return {
    Part: (props) => (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    ),
    preload: () => void fetchOnce(),
  };
}

const firstPause = 1000;
const longestPause = 30_000;

/** Fetches code, again and again where it does not arrive: at once when the connection is back, else after a pause in milliseconds. */
export async function importWithRetry<T>(load: () => Promise<T>, pause = firstPause): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (import.meta.env.SSR) throw cause;
    await new Promise((resolve) => {
      addEventListener("online", resolve, { once: true });
      setTimeout(resolve, pause);
    });
    return importWithRetry(load, Math.min(pause * 2, longestPause));
  }
}
