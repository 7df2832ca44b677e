import type { Clock } from '../../../platform/clock/clock';

/** A node that stops in the middle of its answer keeps others waiting for that long. */
const MAX_PAUSE_MS = 5000;
/** What ends a pause: at less, a catalogue would not arrive in time. */
const MIN_PROGRESS_BYTES = 64 * 1024;

/** The chunks of an answer; aborts `paused` when they don't come, or only a few bytes of them. */
export async function* withoutPauses(
  chunks: AsyncIterable<Buffer>,
  clock: Clock,
  paused: AbortController,
): AsyncGenerator<Buffer> {
  let pauseMs = MAX_PAUSE_MS;
  let progress = 0;
  const startTimer = () => clock.after(pauseMs, () => paused.abort());
  let since = clock.monotonic();
  let cancel = startTimer();
  try {
    for await (const chunk of chunks) {
      cancel();
      pauseMs -= clock.monotonic() - since;
      progress += chunk.length;
      if (progress >= MIN_PROGRESS_BYTES) [pauseMs, progress] = [MAX_PAUSE_MS, 0];
      yield chunk;
      since = clock.monotonic();
      cancel = startTimer();
    }
  } finally {
    cancel();
  }
}
