import { type ComponentType, lazy, type MemoExoticComponent, memo, type ReactNode, Suspense, useState } from "react";

interface Boxed<Props> {
  props: Props;
}

interface LazyPart<Props> {
  Part: MemoExoticComponent<(props: Props) => ReactNode>;
  /** Fetches the code ahead of its use. */
  preload: () => void;
  /** For a module that imports the code itself: it is there from the start. */
  provide: (Component: ComponentType<Props>) => void;
}

/**
 * A part of a screen whose code a first visit may not need: a dialog, another view. The server draws it with the page, which
 * stands until the browser has the code: a connection lost meanwhile costs neither the page nor what is typed in it.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Boxed<Props>> | null = null;

  function provide(Component: ComponentType<Props>): ComponentType<Boxed<Props>> {
    loaded = ({ props }) => <Component {...props} />;
    return loaded;
  }

  async function fetchPart() {
    const Component = await importWithRetry(load);
    return { default: loaded ?? provide(Component) };
  }

  const Lazy = lazy(fetchPart);

  function Part(props: Props) {
    // What was fetched ahead is drawn at once: React would show an empty place for a moment, even for code that is there.
    const [{ Component }] = useState(() => ({ Component: loaded ?? Lazy }));
    return (
      <Suspense>
        <Component props={props} />
      </Suspense>
    );
  }

  // Drawn anew by its parent before the code is there, what the server drew would give way to an empty place.
  return { Part: memo(Part), preload: () => void fetchPart(), provide: (Component) => void provide(Component) };
}

const INITIAL_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 30_000;

/** Fetches code, again and again where it does not arrive: at once when the connection is back, else after a pause. */
async function importWithRetry<T>(load: () => Promise<T>, backoffMs = INITIAL_BACKOFF_MS): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (import.meta.env.SSR) throw cause;
    await new Promise((resolve) => {
      addEventListener("online", resolve, { once: true });
      setTimeout(resolve, backoffMs);
    });
    return importWithRetry(load, Math.min(backoffMs * 2, MAX_BACKOFF_MS));
  }
}
