import { useEffect, useState, useSyncExternalStore } from 'react';

/** How the event stream is, and so whether what is shown is current. */
export interface Connection {
  /** `signed_out`: the service wants a key. */
  readonly state: 'connecting' | 'online' | 'lost' | 'signed_out';
  /** ms since 1970 */
  readonly since: number;
}

/** A loss that is mended within this time isn't mentioned. */
const QUIET_LOSS_MS = 3000;

let connection: Connection = { state: 'connecting', since: Date.now() };
const listeners = new Set<() => void>();

export const currentConnection = (): Connection => connection;

/** Keeps the time of the first loss while attempts to connect go on. */
export function setConnection(next: Connection): void {
  if (next.state === connection.state) return;
  connection = next;
  for (const listener of listeners) listener();
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConnection = (): Connection =>
  useSyncExternalStore(onConnectionChange, currentConnection);

/** True once the connection has been lost for a time that people notice. */
export function useIsConnectionLost(): boolean {
  const { state, since } = useConnection();
  const [noticed, setNoticed] = useState<number>();
  useEffect(() => {
    if (state !== 'lost') return;
    const timer = setTimeout(() => setNoticed(since), since + QUIET_LOSS_MS - Date.now());
    return () => clearTimeout(timer);
  }, [state, since]);
  return state === 'lost' && noticed === since;
}
