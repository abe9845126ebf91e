/** A file as text, as the test runner reads it. */
declare module "*.md?raw" {
  const text: string;
  export default text;
}
