export default function Create() {
  return <h1>Create</h1>;
}
