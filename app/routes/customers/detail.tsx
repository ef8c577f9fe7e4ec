export default function Detail() {
  return <h1>Detail</h1>;
}
