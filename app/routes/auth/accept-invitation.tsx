export default function AcceptInvitation() {
  return <h1>AcceptInvitation</h1>;
}
