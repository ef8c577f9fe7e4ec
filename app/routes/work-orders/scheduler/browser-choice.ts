import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "~/components/app-shell/stored-choices";

interface BrowserChoice<Value> {
  use: () => Value;
  get: () => Value;
  choose: (value: Value) => void;
}

/** A choice that only this browser knows, in local storage. The server renders what `parse` returns for null. */
export function browserChoice<Value extends string | object>(
  name: string,
  parse: (stored: string | null) => Value,
  format: (value: Value) => string,
): BrowserChoice<Value> {
  const usual = parse(null);
  let current: Value | null = null;
  const listeners = new Set<() => void>();

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  function get(): Value {
    current ??= parse(readStored(name));
    return current;
  }
  const onServer = () => usual;

  return {
    get,
    use: () => useSyncExternalStore(subscribe, get, onServer),
    choose(value) {
      current = value;
      writeStored(name, format(value));
      for (const listener of listeners) listener();
    },
  };
}
