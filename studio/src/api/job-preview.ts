import { useCallback, useSyncExternalStore } from 'react';

interface Entry {
  rev: number;
  url: string | undefined;
  isLoading: boolean;
  readonly listeners: Set<() => void>;
}

/** The newest preview picture per job; one request per picture, however many places show it. */
const entries = new Map<string, Entry>();

/** Address of the newest preview picture of a job; it stays the last one until the next has loaded. */
export function useJobPreview(
  promptId: string | undefined,
  rev: number | null | undefined,
): string | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (promptId === undefined) return () => undefined;
      const entry = entryOf(promptId);
      entry.listeners.add(listener);
      if (rev !== null && rev !== undefined) void load(promptId, entry, rev);
      return () => {
        entry.listeners.delete(listener);
        // A new revision subscribes again at once, so wait before releasing a picture that nothing shows any more.
        setTimeout(() => {
          release(promptId, entry);
        });
      };
    },
    [promptId, rev],
  );
  return useSyncExternalStore(subscribe, () =>
    promptId === undefined ? undefined : entries.get(promptId)?.url,
  );
}

function entryOf(promptId: string): Entry {
  const entry = entries.get(promptId) ?? {
    rev: -1,
    url: undefined,
    isLoading: false,
    listeners: new Set<() => void>(),
  };
  entries.set(promptId, entry);
  return entry;
}

async function load(promptId: string, entry: Entry, rev: number): Promise<void> {
  if (entry.isLoading || rev <= entry.rev) return;
  entry.isLoading = true;
  entry.rev = rev;
  try {
    const answer = await fetch(`/api/jobs/${encodeURIComponent(promptId)}/preview`);
    // The job may have ended meanwhile.
    if (!answer.ok) return;
    const picture = await answer.blob();
    // Nobody shows it any more.
    if (entries.get(promptId) !== entry) return;
    const before = entry.url;
    entry.url = URL.createObjectURL(picture);
    for (const listener of entry.listeners) listener();
    if (before !== undefined) URL.revokeObjectURL(before);
  } catch {
    // The connection is lost: the next preview is loaded again.
  } finally {
    entry.isLoading = false;
  }
}

function release(promptId: string, entry: Entry): void {
  if (entry.listeners.size > 0 || entries.get(promptId) !== entry) return;
  entries.delete(promptId);
  if (entry.url !== undefined) URL.revokeObjectURL(entry.url);
}
