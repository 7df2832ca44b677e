import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Everything that a hostile page may try; reports what it could read. */
const ATTACKS = `
const request = { workflow: 'sd15-t2i', provider: 'node', prompt: 'from a page', width: 64, height: 64, steps: 1 };
const body = JSON.stringify(request);
const form = () => { const made = new FormData(); made.set('file', new Blob([PICTURE]), 'a.png'); return made; };
const read = [];
const note = (what) => (promise) => promise.then(async (answer) => {
  if (answer.type !== 'opaque') read.push(what + ' ' + answer.status);
}, () => undefined);
const asked = [
  note('cors GET')(fetch(TARGET + '/api/jobs')),
  note('credentials GET')(fetch(TARGET + '/api/jobs', { credentials: 'include' })),
  note('no-cors GET')(fetch(TARGET + '/api/jobs', { mode: 'no-cors' })),
  note('json POST')(fetch(TARGET + '/api/image/generate', { method: 'POST', body, headers: { 'content-type': 'application/json' } })),
  note('text POST')(fetch(TARGET + '/api/image/generate', { method: 'POST', mode: 'no-cors', body })),
  note('upload')(fetch(TARGET + '/api/media', { method: 'POST', mode: 'no-cors', body: form() })),
  note('cancel')(fetch(TARGET + '/api/jobs/' + JOB + '/cancel', { method: 'POST', mode: 'no-cors' })),
  note('signed cancel')(fetch(TARGET + '/api/jobs/' + JOB + '/cancel', { method: 'POST', mode: 'no-cors', credentials: 'include' })),
  note('sign in')(fetch(TARGET + '/api/session', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"key":"kin_x"}' })),
  note('sign out')(fetch(TARGET + '/api/session', { method: 'DELETE', credentials: 'include' })),
  note('DELETE')(fetch(TARGET + MEDIA.replace('/media', '/api/media'), { method: 'DELETE' })),
];
navigator.sendBeacon(TARGET + '/api/image/generate', new Blob([body], { type: 'text/plain' }));
const element = (tag, attributes) => new Promise((resolve) => {
  const made = Object.assign(document.createElement(tag), attributes);
  made.onload = () => { if (tag !== 'iframe') read.push(tag + ' loaded'); resolve(); };
  made.onerror = resolve;
  document.body.append(made);
});
asked.push(
  element('img', { src: TARGET + MEDIA }),
  element('script', { src: TARGET + '/api/jobs' }),
  element('link', { rel: 'stylesheet', href: TARGET + '/docs/swagger-ui.css' }),
  element('iframe', { src: TARGET + '/docs' }),
  element('iframe', { sandbox: 'allow-scripts', srcdoc: '<script>fetch("' + TARGET + '/api/jobs/' + JOB + '/rerun", { method: "POST", mode: "no-cors" })<' + '/script>' }),
);
const fields = document.createElement('form');
Object.assign(fields, { method: 'POST', enctype: 'text/plain', target: 'sink', action: TARGET + '/api/image/generate' });
const field = Object.assign(document.createElement('input'), { name: body.slice(0, -1) + ',"description":"', value: '"}' });
fields.append(field);
document.body.append(Object.assign(document.createElement('iframe'), { name: 'sink' }), fields);
fields.submit();
const opened = (made) => new Promise((resolve) => {
  made.onopen = () => { read.push(made.constructor.name + ' opened'); made.close(); resolve(); };
  made.onerror = () => { made.close(); resolve(); };
});
asked.push(
  opened(new EventSource(TARGET + '/api/events')),
  opened(new WebSocket(TARGET.replace('http', 'ws') + '/api/events')),
);
Promise.all(asked).then(() => {
  document.body.dataset.read = read.join(', ') || 'nothing';
});
`;

/** The service and the files that the page attacks. */
export interface PageTargets {
  /** The service's URL for the page. */
  readonly target: string;
  readonly job: string;
  /** `/media/…` of an existing picture. */
  readonly media: string;
}

/** A page of another origin, on its own server. */
export class HostilePage {
  private constructor(private readonly server: Server) {}

  static async serve({ target, job, media }: PageTargets): Promise<HostilePage> {
    const names = { TARGET: target, JOB: job, MEDIA: media, PICTURE: 'x' };
    const constants = Object.entries(names).map(
      ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
    );
    const page = `<!doctype html><body><script>${constants.join('')}${ATTACKS}</script></body>`;
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(page);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HostilePage(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
