// Repeatedly asks a local Worker's inspector for its memory use after garbage collection; prints each new peak in bytes. Run with
// --experimental-websocket, which Node 20 needs; its argument is the inspector's URL.
const inspector = new URL(process.argv[2] ?? "");
const targets = await (await fetch(`http://${inspector.host}/json`)).json();
const own = targets.find(({ title }) => title.includes("core:user:"));
const socket = new WebSocket(own.webSocketDebuggerUrl);
let peak = 0;

// The next request follows a response: while the Worker is busy, there is none.
const ask = () => {
  socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
  socket.send(JSON.stringify({ id: 2, method: "Runtime.getHeapUsage" }));
};
socket.onopen = ask;
socket.onmessage = ({ data }) => {
  const { id, result } = JSON.parse(data);
  if (id !== 2) return;
  const { usedSize = 0, backingStorageSize = 0 } = result ?? {};
  if (usedSize + backingStorageSize > peak) {
    peak = usedSize + backingStorageSize;
    console.log(peak);
  }
  setTimeout(ask, 2);
};
