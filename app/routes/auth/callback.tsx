export default function Callback() {
  return <h1>Callback</h1>;
}
