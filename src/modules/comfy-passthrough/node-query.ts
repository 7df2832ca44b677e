const PREFIX = '/api/comfy/';

/** The parts of a request's URL that concern the node, as they were sent. */
export interface NodeQuery {
  /** Behind `/api/comfy/`, still encoded. */
  readonly path: string;
  /** Without our own parameter; encoded anew, so that no byte of it means anything to the wire. */
  readonly query: string;
}

/** @param url path and query as the request line has them; it matched the route, so its prefix is ours. Pure. */
export function readNodeQuery(url: string): NodeQuery {
  const mark = url.indexOf('?');
  const end = mark < 0 ? url.length : mark;
  const query = new URLSearchParams(url.slice(end + 1));
  query.delete('provider');
  return { path: url.slice(PREFIX.length, end), query: query.toString() };
}
