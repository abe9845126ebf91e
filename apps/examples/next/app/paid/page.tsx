export default function Page() {
  return <p role="status">Paid. Thank you!</p>;
}
