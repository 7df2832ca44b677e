import type { LiveEvent, LiveEventKind } from './types.ts';
/** No byte for this long means that the connection is dead: the service sends a heartbeat every 5 s. Milliseconds. */
export declare const SILENCE_MS = 12000;
export interface EventOptions {
    /** Only these kinds, and what concerns the stream itself: `session`, `end`, `resync`. */
    readonly kinds?: readonly LiveEventKind[] | undefined;
    /** Only events of this job (`prompt_id`); the iteration ends when the job has ended. */
    readonly job?: string | undefined;
    /** The `id` of the last event that you have seen: the first one is the one after it, or `resync`. */
    readonly lastEventId?: string | undefined;
    /** Ends the iteration with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
}
export interface StreamOptions extends EventOptions {
    /** The connection counts as dead after so many milliseconds without a byte. */
    readonly silenceMs?: number | undefined;
    /** Called when the service has accepted the stream. */
    readonly onOpen?: (() => void) | undefined;
    /** Called for each piece that arrives, heartbeats included. */
    readonly onBeat?: (() => void) | undefined;
}
/** Sends the request of a stream: path, with query, and headers. */
export type OpenStream = (path: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Response>;
/** Where a stream goes on when it is opened again. */
interface Position {
    lastEventId: string | undefined;
}
/**
 * The events of one connection, until the service closes it. Keeps `position` up to date.
 * @throws KinoraError if the service refuses; ConnectionError if the connection breaks or falls silent; the signal's reason
 */
export declare function readStream(open: OpenStream, options: StreamOptions, position?: Position): AsyncGenerator<LiveEvent, void>;
/**
 * Events for as long as they are read: a connection that breaks is opened again where it ended, with growing waits, and the
 * service sends what was missed, or `resync`.
 * @throws KinoraError if the service refuses for good, such as 401; the signal's reason
 */
export declare function followEvents(open: OpenStream, options: EventOptions): AsyncGenerator<LiveEvent, void>;
export {};
