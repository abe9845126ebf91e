/** Reads the strings in the memory of a renderer process from a heap snapshot of DevTools. Chromium only. */
import type { CDPSession } from "@playwright/test";

/** Collects garbage and returns every string of the heap, one per line. */
export async function heapStrings(session: CDPSession): Promise<string> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { readonly chunk: string }) => chunks.push(chunk);
  session.on("HeapProfiler.addHeapSnapshotChunk", keep);
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  session.off("HeapProfiler.addHeapSnapshotChunk", keep);
  const snapshot = JSON.parse(chunks.join("")) as { readonly strings: readonly string[] };
  return snapshot.strings.join("\n");
}
