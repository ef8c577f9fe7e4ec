export default function Reset() {
  return <h1>Reset</h1>;
}
