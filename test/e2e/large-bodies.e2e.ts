import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { MediaArchiveService } from '../../src/modules/media/archive/media-archive.service';
import type { TestCaller } from '../support/caller';
import { ProjectsService } from '../../src/modules/projects/tree/projects.service';
import { TestKinora } from '../support/kinora';
import { waitUntil } from '../support/wait-until';

const LENGTH = 100_000;

describe('large JSON bodies', () => {
  let kinora: TestKinora;
  let ann: TestCaller;
  let ben: TestCaller;
  const stalled: ClientRequest[] = [];

  beforeAll(async () => {
    kinora = await TestKinora.start();
    ann = await kinora.agent('ann');
    ben = await kinora.agent('ben');
  });
  afterEach(() => {
    for (const request of stalled.splice(0)) request.destroy();
  });
  afterAll(() => kinora.close());

  /** A request whose headers have arrived, and no byte of its body. */
  async function begun({ headers }: TestCaller, path = '/api/projects'): Promise<ClientRequest> {
    const request = httpRequest(kinora.url + path, {
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': LENGTH,
        Expect: '100-continue',
      },
    });
    request.flushHeaders();
    await once(request, 'continue');
    return request.on('error', () => undefined);
  }

  const create = (caller: TestCaller) =>
    caller.post('/api/projects', { title: 'whole', metadata: { notes: 'x'.repeat(20_000) } });

  it('of one caller take 32 turns, and hold up no others', async () => {
    for (let n = 0; n < 32; n += 1) stalled.push(await begun(ann));
    // Answered after the key of each of them was checked.
    expect((await ann.post('/api/projects', { title: 'small' })).status).toBe(201);
    let isAnswered = false;
    const next = create(ann).finally(() => (isAnswered = true));
    expect((await create(ben)).status).toBe(201);
    expect((await ann.post('/api/projects', { title: 'small' })).status).toBe(201);
    expect(isAnswered).toBe(false);

    const [first, second] = stalled;
    const response = once(first!, 'response') as Promise<[{ statusCode: number }]>;
    first!.end(JSON.stringify({ title: 'late' }).padEnd(LENGTH));
    expect((await response)[0].statusCode).toBe(201);
    expect((await next).status).toBe(201);

    const third = create(ann);
    const fourth = create(ann);
    second!.destroy();
    expect([(await third).status, (await fourth).status]).toEqual([201, 201]);
  });

  it('keep their turn until the request is answered', async () => {
    const cay = await kinora.agent('cay');
    for (let n = 0; n < 31; n += 1) stalled.push(await begun(cay));
    const batch = await begun(cay, '/api/batches');
    expect((await cay.post('/api/projects', { title: 'small' })).status).toBe(201);
    const answered: string[] = [];
    const base = { type: 'image', workflow: 'sd15-t2i', provider: 'auto', prompt: 'x' };
    const seeds = { param: 'seed', values: Array.from({ length: 1000 }, (_, seed) => seed) };
    const planned = once(batch, 'response').then(() => answered.push('batch'));
    batch.end(
      JSON.stringify({ base, axes: [seeds], mode: 'product', dry_run: true }).padEnd(LENGTH),
    );
    const next = create(cay).then(() => answered.push('next'));
    await Promise.all([planned, next]);
    expect(answered).toEqual(['batch', 'next']);
  });

  /** Sends a request whose handler does not end before the returned function is called. */
  async function held(send: () => void): Promise<() => void> {
    const projects = kinora.app.get(ProjectsService, { strict: false });
    let finish: (() => void) | undefined;
    const handler = jest
      .spyOn(projects, 'create')
      .mockImplementationOnce(
        () => new Promise((_, reject) => (finish = () => reject(new Error('ended by the test')))),
      );
    send();
    await waitUntil(() => finish !== undefined);
    handler.mockRestore();
    return finish!;
  }

  it('keep their turn while the request is handled, though the client is gone', async () => {
    const dee = await kinora.agent('dee');
    for (let n = 0; n < 31; n += 1) stalled.push(await begun(dee));
    const kept = await begun(dee);
    const finish = await held(() => {
      kept.end(JSON.stringify({ title: 'held' }).padEnd(LENGTH));
    });
    kept.destroy();
    const answered: string[] = [];
    const next = create(dee).then(() => answered.push('next'));
    for (let n = 0; n < 20; n += 1) await dee.get('/api/projects');
    answered.push('reads');
    finish();
    await next;
    expect(answered).toEqual(['reads', 'next']);
  });

  it('need no turn any more once a body without a length turns out to be small', async () => {
    const eve = await kinora.agent('eve');
    for (let n = 0; n < 31; n += 1) stalled.push(await begun(eve));
    const open = httpRequest(`${kinora.url}/api/projects`, {
      method: 'POST',
      agent: false,
      headers: { ...eve.headers, 'Content-Type': 'application/json' },
    }).on('error', () => undefined);
    stalled.push(open);
    const finish = await held(() => {
      open.flushHeaders();
      open.end(JSON.stringify({ title: 'small' }));
    });
    // Without a free turn, the next one would get the first that is cut off because nothing arrives.
    const cutOff = once(stalled[0]!, 'response').then(() => 'cut off');
    expect(await Promise.race([create(eve).then(({ status }) => status), cutOff])).toBe(201);
    finish();
  });

  it('need no turn any more while an archive is downloaded', async () => {
    const max = await kinora.agent('max');
    for (let n = 0; n < 31; n += 1) stalled.push(await begun(max));
    const open = await begun(max, '/api/media/archive');
    stalled.push(open);
    const download = jest
      .spyOn(kinora.app.get(MediaArchiveService, { strict: false }), 'send')
      .mockImplementation((_, __, response) => once(response, 'close').then(() => undefined));
    open.end(JSON.stringify({ paths: ['a.png'] }).padEnd(LENGTH));
    await waitUntil(() => download.mock.calls.length > 0);
    const cutOff = once(stalled[0]!, 'response').then(() => 'cut off');
    expect(await Promise.race([create(max).then(({ status }) => status), cutOff])).toBe(201);
    download.mockRestore();
  });

  it('are refused on routes that need no key, where small ones take no turn', async () => {
    const nobody = kinora.as(null);
    for (let n = 0; n < 32; n += 1) stalled.push(await begun(nobody));
    const signIn = httpRequest(`${kinora.url}/api/session`, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/json' },
    });
    const answer = once(signIn, 'response') as Promise<[{ statusCode: number }]>;
    signIn.flushHeaders();
    signIn.end(JSON.stringify({ key: 'kin_wrong' }));
    const statuses = Promise.all([
      answer.then(([{ statusCode }]) => statusCode),
      nobody.post('/api/session', { key: 'x'.repeat(20_000) }).then(({ status }) => status),
    ]);
    const cutOff = once(stalled[0]!, 'response').then(() => 'cut off');
    expect(await Promise.race([statuses, cutOff])).toEqual([401, 413]);
  });

  it('of all callers together take 128 turns', async () => {
    for (const name of ['fay', 'gil', 'hal', 'ida']) {
      const caller = await kinora.agent(name);
      for (let n = 0; n < 32; n += 1) stalled.push(await begun(caller));
    }
    const joe = await kinora.agent('joe');
    let isAnswered = false;
    const next = create(joe).finally(() => (isAnswered = true));
    for (let n = 0; n < 20; n += 1)
      expect((await joe.post('/api/projects', { title: 'small' })).status).toBe(201);
    expect(isAnswered).toBe(false);
    stalled[0]!.destroy();
    expect((await next).status).toBe(201);
  });
});
