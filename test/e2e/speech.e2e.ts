import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { WriteGate } from '../../src/platform/database/write-gate';
import type { Answer, TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { type ScriptedNode, sendJson, UNREACHABLE_URL } from '../support/scripted-node';
import {
  ELEVENLABS_KEY,
  mp3,
  OPENAI_KEY,
  speak,
  SPEECH_KEYS,
  speechConfig,
  startSpeechServer,
} from '../support/speech-server';

interface Recording {
  readonly path: string;
  readonly type: string;
  readonly duration: number | null;
  readonly code?: string;
}

interface NamePage {
  readonly items: readonly { readonly name: string }[];
  readonly next_cursor: string | null;
}

describe('speech', () => {
  let server: ScriptedNode;
  let kinora: TestKinora;
  let ann: TestCaller;
  let ben: TestCaller;

  beforeAll(async () => {
    server = await startSpeechServer();
    kinora = await TestKinora.start({ speech: speechConfig(server.url) });
    kinora.setVariables(SPEECH_KEYS);
    ann = await kinora.agent('ann');
    ben = await kinora.agent('ben', { allowed_characters: ['tom'] });
    for (const [id, voice] of Object.entries(CAST))
      await ann.post('/api/characters', { id, name: id, voice });
  });
  beforeEach(() => server.setScript(speak));
  afterEach(() => kinora.configure({ speech: speechConfig(server.url) }));
  afterAll(async () => {
    await kinora.close();
    await server.stop();
  });

  const CAST = {
    mara: { voice_id: 'mara', settings: { stability: 0.4 } },
    tom: { provider: 'openai', voice_id: 'tom' },
    mute: undefined,
    azure: { provider: 'azure', voice_id: 'x' },
    odd: { voice_id: 'mara', settings: { pitch: 2 } },
  };
  const say = (body: object, by = ann) => by.post<Recording>('/api/voices/speak', body);
  const stored = (): string[] =>
    readdirSync(join(kinora.folder, 'data', 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();

  describe('GET /api/voices', () => {
    it('lists the voices of all providers, and finds them by words', async () => {
      const { body } = await ann.get<{ items: { provider: string; voice_id: string }[] }>(
        '/api/voices?with_total=true',
      );
      expect(body).toMatchObject({ total: 5, next_cursor: null, unavailable: [] });
      expect(body.items.map(({ provider, voice_id }) => `${provider} ${voice_id}`)).toEqual([
        ...['elevenlabs mara', 'elevenlabs tom', 'openai mara', 'openai narrator', 'openai tom'],
      ]);
      const british = await ann.get('/api/voices?q=British');
      expect(british.body).toMatchObject({ items: [{ name: 'Mara' }] });
      expect(server.requests.length).toBeLessThanOrEqual(2);
    });

    it('pages through them', async () => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { body }: Answer<NamePage> = await ann.get(`/api/voices?limit=2${query}`);
        seen.push(...body.items.map(({ name }) => name));
        cursor = body.next_cursor;
      }
      expect(seen).toEqual(['Mara', 'Tom', 'mara', 'narrator', 'tom']);
    });

    it('lists a provider that does not answer as unavailable, with the voices of the others', async () => {
      kinora.configure({
        speech: speechConfig(server.url, { openai: { base_url: UNREACHABLE_URL } }),
      });
      const { status, body } = await ann.get('/api/voices');
      expect({ status, ...body }).toMatchObject({
        status: 200,
        items: [{ provider: 'elevenlabs' }, { provider: 'elevenlabs' }],
        unavailable: [{ provider: 'openai', code: 'speech_unreachable' }],
      });
    });

    it('returns 503 speech_not_configured without a provider', async () => {
      kinora.configure({});
      kinora.setVariables('');
      const { status, body } = await ann.get('/api/voices');
      const refused = await say({ text: 'Hello.', voice_id: 'mara' });
      kinora.setVariables(SPEECH_KEYS);
      expect({ status, ...body }).toMatchObject({ status: 503, code: 'speech_not_configured' });
      expect(body).not.toHaveProperty('hint');
      expect(refused).toMatchObject({ status: 503, body: { configured: [] } });
    });
  });

  describe('POST /api/voices/speak', () => {
    it("speaks with a character's voice, and answers the recording", async () => {
      const fields = { character: 'mara', voice_id: null, settings: null };
      const { status, body } = await say({ text: 'The tide is early.', ...fields });
      expect({ status, ...body }).toMatchObject({
        status: 201,
        type: 'audio',
        name: 'The tide is early.mp3',
        source: 'derived',
        description: 'The tide is early.',
        character_ids: ['mara'],
      });
      expect(JSON.parse(server.requests[0]!.body.toString())).toMatchObject({
        text: 'The tide is early.',
        voice_settings: { stability: 0.4 },
      });
      expect((await ann.get(`/api/media/${body.path}`)).status).toBe(200);
    });

    it('speaks the same text with the same voice and settings once per owner', async () => {
      const line = { text: 'Once only.', character: 'tom' };
      const first = await Promise.all([say(line), say(line), say(line)]);
      expect(first.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
      expect(new Set(first.map(({ body }) => body.path)).size).toBe(1);
      expect(server.requests).toHaveLength(1);
      const others = [
        say({ ...line, settings: { speed: 2 } }),
        say({ ...line, text: 'Once  only.' }),
        say({ text: line.text, voice_id: 'mara', provider: 'openai' }),
        say(line, ben),
      ];
      const paths = (await Promise.all(others)).map(({ body }) => body.path);
      expect(new Set([...paths, first[0].body.path]).size).toBe(5);
      expect(server.requests).toHaveLength(5);
    });

    it('catalogues a recording in one transaction with what finds it again', async () => {
      const line = { text: 'Found again, or not there.', voice_id: 'mara' };
      const change = (sql: string) => kinora.app.get(WriteGate).run((tx) => tx.query(sql));
      await change(
        "CREATE TRIGGER no_cache BEFORE INSERT ON speech_cache BEGIN SELECT RAISE(ABORT, 'no'); END",
      );
      const refused = await say(line);
      await change('DROP TRIGGER no_cache');
      expect(refused.status).toBe(500);
      expect((await ann.get('/api/media?q=Found')).body).toMatchObject({ items: [] });
      expect((await say(line)).status).toBe(201);
      expect((await say(line)).status).toBe(200);
    });

    it('speaks again what was deleted, and with another model', async () => {
      const line = { text: 'Again.', voice_id: 'mara' };
      const { body } = await say(line);
      await ann.delete(`/api/media/${body.path}`);
      expect((await say(line)).status).toBe(201);
      expect((await say(line)).status).toBe(200);
      kinora.configure({
        speech: speechConfig(server.url, {
          elevenlabs: { base_url: server.url, model: 'eleven_v3' },
        }),
      });
      expect((await say(line)).status).toBe(201);
      expect(server.requests).toHaveLength(3);
    });

    it('answers the first response again for the same Idempotency-Key', async () => {
      const path = '/api/voices/speak';
      const headers = { 'Idempotency-Key': 'speak-1' };
      const body = { text: 'Keyed.', voice_id: 'tom' };
      const [first, second] = [
        await ann.send<Recording>('POST', path, { body, headers }),
        await ann.send<Recording>('POST', path, { body, headers }),
      ];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      const other = { ...body, text: 'Another.' };
      expect(await ann.send('POST', path, { body: other, headers })).toMatchObject({
        status: 409,
        body: { code: 'idempotency_mismatch' },
      });
    });

    it.each([
      ['no voice', {}, ['body']],
      ['two voices', { character: 'mara', voice_id: 'mara' }, ['body']],
      ['a provider without voice_id', { character: 'mara', provider: 'x' }, ['body', 'provider']],
      ['an empty text', { text: ' \n', voice_id: 'mara' }, ['body', 'text']],
      ['a long text', { text: 'x'.repeat(4097), voice_id: 'mara' }, ['body', 'text']],
      [
        'large settings',
        { voice_id: 'mara', settings: { a: 'x'.repeat(33_000) } },
        ['body', 'settings'],
      ],
    ])('answers 422 for %s', async (_, body, loc) => {
      const refused = await say({ text: 'Hello.', ...body });
      expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
      expect(server.requests).toEqual([]);
    });

    it.each([
      ['a character without a voice', { character: 'mute' }, 409, 'voice_missing'],
      ['an unknown character', { character: 'nobody' }, 404, 'character_not_found'],
      ['an unknown provider', { character: 'azure' }, 503, 'speech_not_configured'],
      ['settings that do nothing', { character: 'odd' }, 422, 'voice_setting_unknown'],
      ['an unknown voice', { voice_id: 'nobody' }, 404, 'voice_not_found'],
      ['an unknown project', { project: 'prj_none' }, 404, 'project_not_found'],
    ])('refuses %s', async (_, body, status, code) => {
      expect(await say({ text: 'Hello.', ...body })).toMatchObject({ status, body: { code } });
    });

    it('names the character that needs a voice', async () => {
      const { body } = await say({ text: 'Hello.', character: 'mute' });
      expect(body).toMatchObject({ speakers: ['mute'], hint: 'PATCH /api/characters/mute' });
    });

    it('refuses characters that the key may not use, before it says whether they exist', async () => {
      for (const character of ['mara', 'nobody'])
        expect(await say({ text: 'Hello.', character }, ben)).toMatchObject({
          status: 403,
          body: { code: 'character_not_allowed' },
        });
    });

    it("keeps recordings from other owners' keys", async () => {
      const { body } = await say({ text: 'For Ann only.', character: 'tom' });
      expect((await ben.get(`/api/media/${body.path}`)).status).toBe(404);
      expect((await ben.get(`/media/${body.path}`)).status).toBe(404);
    });

    it("speaks with a project's narrator for its owner only", async () => {
      const voice = { provider: 'openai', voice_id: 'narrator' };
      const project = async (fields: object) =>
        (await ann.post<{ id: string }>('/api/projects', { title: 'Tide', ...fields })).body.id;
      const id = await project({ narrator_voice: voice });
      const line = { text: 'It was a quiet night.', project: id };
      const { status, body } = await say(line);
      expect(status).toBe(201);
      const listed = await ann.get(`/api/media?project=${id}`);
      expect(listed.body['items']).toMatchObject([{ path: body.path }]);
      expect(await say(line, ben)).toMatchObject({
        status: 404,
        body: { code: 'project_not_found' },
      });
      expect(await say(line, kinora.as(null))).toMatchObject({
        status: 403,
        body: { code: 'project_of_other_owner' },
      });
      expect(await say({ ...line, project: await project({}) })).toMatchObject({
        status: 409,
        body: { code: 'voice_missing', speakers: ['narrator'] },
      });
    });

    it('lets only so many texts of a caller wait', async () => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      server.setScript((asked, response) => void held.then(() => speak(asked, response)));
      const texts = Array.from({ length: 24 }, (_, n) => `Text ${n}.`);
      const waiting = texts.map((text) => say({ text, voice_id: 'mara' }));
      const more = say({ text: 'One too many.', voice_id: 'mara' });
      const refused = await Promise.race([...waiting, more]);
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'speech_busy', detail: expect.stringContaining('of your texts wait') },
      });
      expect(refused.headers.get('retry-after')).toBe('5');
      const other = say({ text: 'Mine.', provider: 'openai', voice_id: 'tom' }, ben);
      release();
      const statuses = (await Promise.all([...waiting, more, other])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([...Array<number>(25).fill(201), 503]);
    });

    it('retries requests that a busy server refused', async () => {
      server.setScript((asked, response) => {
        if (server.requests.length < 3)
          response.writeHead(429, { 'Retry-After': '0' }).end('{"detail":{}}');
        else speak(asked, response);
      });
      expect((await say({ text: 'Patience.', voice_id: 'mara' })).status).toBe(201);
      expect(server.requests).toHaveLength(3);
    });

    it.each([
      [
        'is out of money',
        401,
        { detail: { status: 'quota_exceeded' } },
        503,
        'speech_quota_reached',
      ],
      ['is asked too often', 429, {}, 503, 'speech_busy'],
      ['has a fault', 500, {}, 502, 'speech_bad_answer'],
      ['answers JSON as sound', 200, { audio: 'UklGR' }, 502, 'speech_bad_answer'],
      ['refuses the text', 400, { detail: { message: 'Too rude.' } }, 422, 'speech_refused'],
    ])('keeps nothing when the server %s', async (title, theirs, answer, status, code) => {
      const before = stored();
      server.setScript((_, response) => {
        response.setHeader('Retry-After', '0');
        sendJson(response, answer, theirs);
      });
      const refused = await say({ text: title, voice_id: 'mara' });
      expect(refused).toMatchObject({ status, body: { code } });
      expect(stored()).toEqual(before);
      server.setScript(speak);
      expect((await say({ text: title, voice_id: 'mara' })).status).toBe(201);
    });

    it('stores no recording that ends early, comes too slowly, or is not sound', async () => {
      const before = stored();
      const broken = (end: 'destroy' | 'never' | 'garbage') => {
        server.setScript((_, response) => {
          response.writeHead(200, { 'Content-Type': 'audio/mpeg' });
          response.write(end === 'garbage' ? Buffer.alloc(9000, 7) : mp3(0.5));
          if (end === 'destroy') setImmediate(() => response.destroy());
          if (end === 'garbage') response.end();
        });
        return say({ text: end, voice_id: 'mara' });
      };
      expect(await broken('destroy')).toMatchObject({ body: { code: 'speech_unreachable' } });
      expect(await broken('garbage')).toMatchObject({ body: { code: 'speech_bad_answer' } });
      kinora.configure({ speech: speechConfig(server.url, { timeout_ms: 300 }) });
      expect(await broken('never')).toMatchObject({ body: { code: 'speech_unreachable' } });
      expect(stored()).toEqual(before);
    });

    it.each([
      ['the disk is full', { min_free_bytes: Number.MAX_SAFE_INTEGER }, 'disk_full'],
      ['the owner has no room left', { owner_bytes: 1 }, 'quota_reached'],
    ])('spends nothing while %s', async (_, limits, code) => {
      expect((await say({ text: 'Before.', voice_id: 'mara' })).status).toBeLessThan(300);
      server.requests.length = 0;
      kinora.configure({ speech: speechConfig(server.url), limits });
      expect(await say({ text: code, voice_id: 'mara' })).toMatchObject({
        status: 507,
        body: { code },
      });
      expect(server.requests).toEqual([]);
    });

    it('refuses an endless recording', async () => {
      const before = stored();
      server.setScript((_, response) => {
        const mebibyte = mp3(65);
        const more = () => {
          while (!response.destroyed && response.write(mebibyte)) continue;
          if (!response.destroyed) response.once('drain', more);
        };
        response.writeHead(200);
        more();
      });
      expect(await say({ text: 'Forever.', voice_id: 'mara' })).toMatchObject({
        status: 502,
        body: { code: 'speech_bad_answer' },
      });
      expect(stored()).toEqual(before);
    });

    it('shows no key of a server to anybody', async () => {
      kinora.setVariables(SPEECH_KEYS.replaceAll('0123456789abcdef', 'wrong-key-0123'));
      const refused = await Promise.all(
        ['openai', 'elevenlabs'].map((provider) =>
          say({ text: 'Hello.', voice_id: 'mara', provider }, kinora.as(null)),
        ),
      );
      kinora.setVariables(SPEECH_KEYS);
      for (const { status, body } of refused) {
        expect({ status, ...body }).toMatchObject({ status: 503, code: 'speech_key_refused' });
        for (const key of [ELEVENLABS_KEY, OPENAI_KEY, 'wrong-key'])
          expect(JSON.stringify(body)).not.toContain(key);
      }
    });
  });
});
