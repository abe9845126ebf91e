export default function Page() {
  return <p role="status">We will tell you by mail whether you have paid.</p>;
}
