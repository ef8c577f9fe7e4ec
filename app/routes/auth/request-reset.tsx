export default function RequestReset() {
  return <h1>RequestReset</h1>;
}
