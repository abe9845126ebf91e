import Link from "next/link";

export default function Page() {
  return (
    <>
      <p role="status">Paid. Thank you!</p>
      <Link href="/">Another payment</Link>
    </>
  );
}
