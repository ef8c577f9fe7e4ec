import { type ComponentType, Suspense } from "react";

interface LazyPart<Props> {
  Part: ComponentType<Props>;
  /** Fetches the code ahead of its use. */
  preload: () => void;
}

/**
 * A part of a screen whose code a first visit may not need: a dialog, another view. The browser fetches it when it is
 * drawn; the server has it at hand and writes it into the page at once, so that it is there before any script.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let ready: ComponentType<Props> | null = null;
  let failure: { cause: unknown } | null = null;
  let loading: Promise<void> | null = null;

  function fetchOnce(): Promise<void> {
    loading ??= load().then(
      (component) => {
        ready = component;
      },
      (cause) => {
        failure = { cause };
      },
    );
    return loading;
  }

  function Loaded(props: Props) {
    if (failure) {
      const { cause } = failure;
      // The next visit tries again.
      failure = null;
      loading = null;
      throw cause;
    }
    if (!ready) throw fetchOnce();
    const Component = ready;
    return <Component {...props} />;
  }

  // The server is one file: what is loaded while it starts is ready before the first request.
  if (import.meta.env.SSR) void fetchOnce();
  return {
    Part: (props) => (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    ),
    preload: () => void fetchOnce(),
  };
}
