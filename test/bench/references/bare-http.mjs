/** A reference of the benchmarks: the smallest Node.js server that answers JSON. */
import { createServer } from 'node:http';

const server = createServer((_, response) => {
  const body = JSON.stringify({ hello: 'world' });
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listens on http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => process.exit(0));
