import { useEffect, useRef } from "react";
import { paths } from "~/paths";

const FIRST_PAUSE_MS = 1000;
const MAX_BACKOFF_MS = 30_000;

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
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let socket: WebSocket | null = null;
    let pause = FIRST_PAUSE_MS;
    const connect = () => {
      const address = new URL(paths.apiVoiceSession(sessionId, "live"), window.location.href);
      address.protocol = address.protocol.replace("http", "ws");
      socket = new WebSocket(address);
      socket.onopen = () => {
        pause = FIRST_PAUSE_MS;
      };
      socket.onmessage = ({ data }) => {
        if (revisionOf(data) > latest.current.revision) latest.current.onChange();
      };
      socket.onclose = () => {
        if (isGone) return;
        timer = setTimeout(connect, pause);
        pause = Math.min(pause * 2, MAX_BACKOFF_MS);
      };
    };
    connect();
    return () => {
      isGone = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [sessionId, isOpen]);
}

/** The end of a session has no revision and counts as newer than all. */
function revisionOf(message: unknown): number {
  const { revision } = JSON.parse(String(message));
  return typeof revision === "number" ? revision : Number.POSITIVE_INFINITY;
}
