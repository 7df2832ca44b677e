const PREFIX = '/api/comfy/';

/** The parts of a request's URL that are meant for the node. */
export interface NodeQuery {
  /** Behind `/api/comfy/`, still encoded. */
  readonly path: string;
  /** Without our own parameter; encoded again, so that it can't break out of the request line. */
  readonly query: string;
}

/** @param url path and query of the request line, beginning with `/api/comfy/` */
export function readNodeQuery(url: string): NodeQuery {
  const mark = url.indexOf('?');
  const end = mark < 0 ? url.length : mark;
  const query = new URLSearchParams(url.slice(end + 1));
  query.delete('provider');
  return { path: url.slice(PREFIX.length, end), query: query.toString() };
}
