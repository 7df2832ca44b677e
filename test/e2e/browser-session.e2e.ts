import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { open } from '../support/browser';
import { TestCaller } from '../support/caller';
import { describeWith } from '../support/required-programs';
import { HostilePage } from '../support/hostile-page';
import { TestKinora } from '../support/kinora';

const PROVIDERS = [{ id: 'node', kind: 'simulator', step_ms: 0 }];
const REQUEST = {
  workflow: 'sd15-t2i',
  provider: 'node',
  prompt: 'a fox',
  width: 64,
  height: 64,
  steps: 1,
};

/** A page on the service's own origin, which signs in and shows the answers. */
const ownPage = (key: string): string => `<!doctype html><body><script>
const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
const go = async () => {
  const before = (await fetch('/api/jobs')).status;
  await fetch('/api/session', { ...json, body: '{"key":"${key}"}' });
  const { agent } = await (await fetch('/api/session')).json();
  const during = (await fetch('/api/jobs')).status;
  const readable = document.cookie;
  await fetch('/api/session', { method: 'DELETE' });
  const after = (await fetch('/api/jobs')).status;
  document.body.dataset.seen = [before, agent.id, during, readable, after].join();
};
go();
</script></body>`;

describeWith('chromium', 'a browser that is signed in', () => {
  let kinora: TestKinora;
  let member: Awaited<ReturnType<TestKinora['agent']>>;
  beforeAll(async () => {
    kinora = await TestKinora.start({ providers: PROVIDERS });
    member = await kinora.agent('member');
    kinora.configure({ providers: PROVIDERS, security: { require_api_key: true } });
  });
  afterAll(() => kinora.close());

  /** Puts a page of the test's own on the service's origin. */
  function serve(path: string, answer: (response: ServerResponse) => void): void {
    const server: Server = kinora.app.getHttpServer();
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === path) answer(response);
      else for (const listener of listeners) listener(request, response);
    });
  }

  it('signs in and out from a page of ours, which can’t read the key', async () => {
    serve('/own-page', (response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(ownPage(member.key));
    });
    const { page } = await open(`${kinora.url}/own-page`);
    expect(/data-seen="([^"]*)"/.exec(page)?.[1]).toBe('401,member,200,,401');
  });

  it('gives nothing to a page on another port, although it adds the cookie to the page’s requests', async () => {
    const { body } = await member.post('/api/image/generate', REQUEST);
    const job = String(body['prompt_id']);
    const done = await member.finished<{ outputs: { url: string }[] }>(job);
    const media = done.outputs[0]?.url ?? '';
    const before = (await member.get('/api/jobs')).body;
    const hostile = await HostilePage.serve({ target: kinora.url, job, media });
    const us = new TestCaller(kinora.url, { Origin: kinora.url });
    const { headers } = await us.post('/api/session', { key: member.key });
    serve('/signed-in', (response) => {
      const cookie = headers.get('set-cookie') ?? '';
      const next = `http://127.0.0.1:${hostile.port}/`;
      response.writeHead(302, { 'Set-Cookie': cookie, Location: next }).end();
    });
    const attacks: string[] = [];
    let signed = 0;
    const server: Server = kinora.app.getHttpServer();
    server.on('request', ({ method, url, headers: sent }, response) => {
      if (url === '/signed-in') return;
      if (sent.cookie?.includes(member.key)) signed += 1;
      response.once('close', () =>
        attacks.push(`${String(method)} ${String(url)} ${response.statusCode}`),
      );
    });
    const { page } = await open(`${kinora.url}/signed-in`);
    expect(/data-read="([^"]*)"/.exec(page)?.[1]).toBe('nothing');
    expect(signed).toBeGreaterThan(2);
    expect(attacks.length).toBeGreaterThan(8);
    expect(attacks.filter((line) => !line.endsWith(' 403'))).toEqual([]);
    expect((await member.get('/api/jobs')).body).toEqual(before);
    await hostile.close();
  });
});
