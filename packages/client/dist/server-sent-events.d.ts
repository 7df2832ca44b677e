/** One block of an event stream. Without `data` it only says where to go on after a broken connection. */
export interface ServerSentEvent {
    readonly event: string;
    readonly id: string | undefined;
    readonly data: string | undefined;
}
/** Parses an event stream (WHATWG HTML, section 9.2) from text that arrives in pieces. */
export declare class ServerSentEventParser {
    private rest;
    private lines;
    /** The blocks that are complete now; comments are left out. */
    feed(text: string): readonly ServerSentEvent[];
}
