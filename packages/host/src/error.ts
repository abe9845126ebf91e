/** A host was configured wrongly; the text says which entry and what is wanted. */
export class HostConfigError extends Error {
  override readonly name = "HostConfigError";
}
