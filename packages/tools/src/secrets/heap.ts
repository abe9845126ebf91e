/** Reads the strings in the memory of a renderer process from a heap snapshot of DevTools. Chromium only. */
import type { CDPSession } from "@playwright/test";

/** The last part of a snapshot. No text within it contains this, because its quotes would be escaped. */
const stringsKey = '"strings":';

/** Collects garbage and returns every string of the heap, one per line. */
export async function heapStrings(session: CDPSession): Promise<string> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { readonly chunk: string }) => chunks.push(chunk);
  session.on("HeapProfiler.addHeapSnapshotChunk", keep);
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  session.off("HeapProfiler.addHeapSnapshotChunk", keep);
  const snapshot = chunks.join("");
  // Only the strings are parsed: the snapshot has a hundred times as many numbers.
  const strings = `{${snapshot.slice(snapshot.lastIndexOf(stringsKey))}`;
  return (JSON.parse(strings) as { readonly strings: readonly string[] }).strings.join("\n");
}
