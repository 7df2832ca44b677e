import { useEffect, useState } from 'react';
import { createStore, useStore } from '../../ui/external-store';

/** How the event stream is, and so whether what is shown is current. */
export interface Connection {
  /** `signed_out`: the service wants a key. */
  readonly state: 'connecting' | 'online' | 'lost' | 'signed_out';
  /** ms since 1970 */
  readonly since: number;
}

/** A loss that is mended within this time isn't mentioned. */
const QUIET_LOSS_MS = 3000;

const connection = createStore<Connection>({ state: 'connecting', since: Date.now() });

export const currentConnection = connection.get;

/** Keeps the time of the first loss while attempts to connect go on. */
export function setConnection(next: Connection): void {
  if (next.state !== connection.get().state) connection.set(next);
}

/** True once the connection has been lost for a time that people notice. */
export function useIsConnectionLost(): boolean {
  const { state, since } = useStore(connection, (now) => now);
  const [noticed, setNoticed] = useState<number>();
  useEffect(() => {
    if (state !== 'lost') return;
    const timer = setTimeout(() => setNoticed(since), since + QUIET_LOSS_MS - Date.now());
    return () => clearTimeout(timer);
  }, [state, since]);
  return state === 'lost' && noticed === since;
}
