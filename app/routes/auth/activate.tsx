export default function Activate() {
  return <h1>Activate</h1>;
}
