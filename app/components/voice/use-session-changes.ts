import { useEffect, useRef } from "react";
import { backoffMs, pauseUntilOnline } from "~/lib/backoff";
import { paths } from "~/paths";

interface Changes {
  isOpen: boolean;
  /** The displayed revision; only newer ones are reported. */
  revision: number;
  onChange: () => void;
}

/** Watches for changes to a session, made in any tab or on any device. */
export function useSessionChanges(sessionId: string, { isOpen, revision, onChange }: Changes): void {
  const latest = useRef({ revision, onChange });
  latest.current = { revision, onChange };

  // The connection is outside React.
  useEffect(() => {
    if (!isOpen) return;
    const left = new AbortController();
    let socket: WebSocket | null = null;
    let failures = 0;
    const connect = () => {
      const address = new URL(paths.apiVoiceSession(sessionId, "live"), window.location.href);
      address.protocol = address.protocol.replace("http", "ws");
      socket = new WebSocket(address);
      socket.onopen = () => {
        failures = 0;
      };
      socket.onmessage = ({ data }) => {
        if (revisionOf(data) > latest.current.revision) latest.current.onChange();
      };
      socket.onclose = async () => {
        failures += 1;
        await pauseUntilOnline(backoffMs(failures), left.signal);
        if (!left.signal.aborted) connect();
      };
    };
    connect();
    return () => {
      left.abort();
      socket?.close();
    };
  }, [sessionId, isOpen]);
}

/** The end of a session has no revision and counts as newer than all. */
function revisionOf(message: unknown): number {
  const { revision } = JSON.parse(String(message));
  return typeof revision === "number" ? revision : Number.POSITIVE_INFINITY;
}
