import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/** A proxy in front of a node that counts its requests by route. WebSockets pass through uncounted. */
export async function countingProxy(target) {
  const { hostname, port } = new URL(target);
  const counts = new Map();
  const server = createServer((incoming, outgoing) => {
    const route = routeOf(incoming);
    counts.set(route, (counts.get(route) ?? 0) + 1);
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const onward = connect(Number(port), hostname, () => {
      onward.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${rawHeaders(incoming)}\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** What was asked since the last time: route → number. */
    take: () => {
      const taken = Object.fromEntries([...counts].sort());
      counts.clear();
      return taken;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Replaces ids and file names, so that requests are counted by route. */
function routeOf({ method, url }) {
  const { pathname } = new URL(url, 'http://node');
  return `${method} ${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')}`;
}

function rawHeaders({ rawHeaders: raw }) {
  let text = '';
  for (let at = 0; at < raw.length; at += 2) text += `${raw[at]}: ${raw[at + 1]}\r\n`;
  return text;
}
