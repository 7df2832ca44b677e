import { request } from 'node:http';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

type Keyed = Awaited<ReturnType<TestKinora['agent']>>;
/** Spellings of a path that an access check and a router might read differently. */
const SPELLINGS: readonly [what: string, spell: (path: string) => string][] = [
  ['as it is', (path) => path],
  ['in capitals', (path) => path.replace(/^\/(api\/)?\w+/, (front) => front.toUpperCase())],
  ['with a trailing slash', (path) => `${path}/`],
  ['with two leading slashes', (path) => `/${path}`],
  ['with a double slash inside', (path) => path.replace(/\/(?=[^/]*$)/, '//')],
  ['with a dot', (path) => `/.${path}`],
  ['with two dots', (path) => `/docs/..${path}`],
  ['with encoded dots', (path) => `/docs/%2e%2e${path}`],
  ['with an encoded slash', (path) => `/${path.slice(1).replaceAll('/', '%2f')}`],
  ['with an encoded letter', (path) => path.replace(/^\/(.)/, (_, c: string) => `/%${hex(c)}`)],
  ['with an encoded last letter', (path) => path.replace(/.$/, (c) => `%${hex(c)}`)],
  ['encoded twice', (path) => path.replace(/.$/, (c) => `%25${hex(c)}`)],
  ['with a backslash', (path) => path.replaceAll('/', '\\')],
  ['with a parameter', (path) => `${path};x=1`],
  ['with NUL', (path) => `${path}%00`],
  ['with a space', (path) => `${path}%20`],
  ['as a public page', (path) => `/docs/start.js/..${path}`],
  ['as an absolute URL', (path) => `http://127.0.0.1${path}`],
  ['with a fragment', (path) => `${path}#/docs`],
  ['with a query', (path) => `${path}?key=x&access=public`],
];

const hex = (character: string): string => character.charCodeAt(0).toString(16);

describe('other spellings of a path give no access', () => {
  let kinora: TestKinora;
  let owner: Keyed;
  let other: Keyed;
  let paths: readonly string[];
  beforeAll(async () => {
    kinora = await TestKinora.start();
    await kinora.online();
    const admin = await kinora.agent('root', { is_admin: true });
    owner = await kinora.agent('owner', {}, admin);
    other = await kinora.agent('other', {}, admin);
    const upload = (await owner.upload('zqmark.png', await png())).body.path;
    const { body } = await owner.post('/api/image/generate', {
      workflow: 'sd15-t2i',
      provider: 'simulator',
      prompt: 'zqmark',
      steps: 1,
      width: 64,
      height: 64,
    });
    const job = `/api/jobs/${String(body['prompt_id'])}`;
    paths = [job, `${job}/graph`, `/api/media/${upload}`, `/media/${upload}`, '/api/agents/owner'];
    kinora.configure({ security: { require_api_key: true } });
  });
  afterAll(() => kinora.close());

  /** Sends the path unchanged, unlike `fetch`, which normalises it. */
  function get(path: string, headers: Readonly<Record<string, string>> = {}) {
    const { hostname, port } = new URL(kinora.url);
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('latin1');
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      sent.once('error', reject).end();
    });
  }

  it.each(SPELLINGS)('%s', async (_, spell) => {
    for (const path of paths) {
      const [foreign, anonymous] = [
        await get(spell(path), { ...other.headers }),
        await get(spell(path)),
      ];
      expect([path, foreign.text.includes('zqmark')]).toEqual([path, false]);
      expect(foreign.status).toBeGreaterThanOrEqual(400);
      expect([path, anonymous.status]).toEqual([path, anonymous.status === 400 ? 400 : 401]);
    }
  });

  it('gives the owner access when the router treats it as the same path', async () => {
    const statuses = await Promise.all(
      paths.slice(0, 4).map(async (path) => (await get(path, { ...owner.headers })).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
  });
});
