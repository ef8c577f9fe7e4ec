import { useEffect, useRef } from "react";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Hears of each change of a session, whichever tab or device made it. */
export function useSessionChanges(sessionId: string, isOpen: boolean, onChange: () => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;

  // The connection is outside of React.
  useEffect(() => {
    if (!isOpen) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let socket: WebSocket | null = null;
    let pause = FIRST_PAUSE_MS;
    const connect = (isAgain: boolean) => {
      const address = new URL(`/api/voice/sessions/${sessionId}/live`, window.location.href);
      address.protocol = address.protocol.replace("http", "ws");
      socket = new WebSocket(address);
      socket.onopen = () => {
        pause = FIRST_PAUSE_MS;
        // What changed while there was no connection.
        if (isAgain) latest.current();
      };
      socket.onmessage = () => latest.current();
      socket.onclose = () => {
        if (isGone) return;
        timer = setTimeout(() => connect(true), pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      };
    };
    connect(false);
    return () => {
      isGone = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [sessionId, isOpen]);
}
