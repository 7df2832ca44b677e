import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DerivedMedia } from '../../src/modules/media/public/derived-media';
import type { ProjectRow } from '../../src/modules/projects/records/project.entity';
import {
  ShotSpeechService,
  type ShotToSpeak,
} from '../../src/modules/projects/speech/shot-speech.service';
import { UNRESTRICTED } from '../../src/platform/access/caller';
import type { Answer, TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
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

    it('names a provider that does not answer beside the voices of the others', async () => {
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

    it('answers 503 speech_not_configured where no provider is set up', async () => {
      kinora.configure({});
      kinora.setVariables('');
      const { status, body } = await ann.get('/api/voices');
      const refused = await say({ text: 'Hello.', voice_id: 'mara' });
      kinora.setVariables(SPEECH_KEYS);
      expect({ status, ...body }).toMatchObject({ status: 503, code: 'speech_not_configured' });
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
        ...{ status: 404, body: { code: 'project_not_found' } },
      });
      expect(await say(line, kinora.as(null))).toMatchObject({
        ...{ status: 403, body: { code: 'project_of_other_owner' } },
      });
      expect(await say({ ...line, project: await project({}) })).toMatchObject({
        ...{ status: 409, body: { code: 'voice_missing', speakers: ['narrator'] } },
      });
    });

    it('repeats what a busy server refused', async () => {
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

    it('keeps nothing of sound that breaks off, comes too slowly, or is no sound', async () => {
      const before = stored();
      kinora.configure({ speech: speechConfig(server.url, { timeout_ms: 300 }) });
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
      expect(await broken('never')).toMatchObject({ body: { code: 'speech_unreachable' } });
      expect(await broken('garbage')).toMatchObject({ body: { code: 'speech_bad_answer' } });
      expect(stored()).toEqual(before);
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

  describeWith('ffmpeg', 'the lines of a shot', () => {
    const line = (speaker: string, text: string, pause_seconds = 0) => ({
      ...{ speaker, text, pause_seconds },
    });
    const VOICE = { provider: 'openai', voice_id: 'narrator', name: '', settings: {} };
    const shotOf = (...lines: ReturnType<typeof line>[]): ShotToSpeak => ({
      project: { id: 'prj_1', narrator_voice: VOICE } as ProjectRow,
      shot: { title: 'The pier', lines },
    });
    const speech = () => kinora.app.get(ShotSpeechService, { strict: false });
    const make = async (target: ShotToSpeak) =>
      speech().make(UNRESTRICTED, await speech().plan(UNRESTRICTED, target), target);
    const TOM = line('tom', 'You came back.', 0.5);
    const NARRATOR = line('narrator', 'Nobody answered.', 0.25);

    /** Which voice is heard from second to second. */
    async function heard(path: string, spans: readonly (readonly [number, number])[]) {
      const { file } = await kinora.app
        .get(DerivedMedia, { strict: false })
        .locate(UNRESTRICTED, path);
      const raw = ['-f', 's16le', '-ac', '1', '-ar', '8000', '-'];
      const pcm = execFileSync('ffmpeg', ['-v', 'error', '-i', file, ...raw]);
      const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2);
      return spans.map(([from, to]) => {
        const part = samples.subarray(Math.round(from * 8000), Math.round(to * 8000));
        const crossings = part.filter((one, at) => one >= 0 !== (part[at + 1] ?? one) >= 0).length;
        return part.every((one) => Math.abs(one) < 50)
          ? 'silence'
          : Math.round(crossings / 2 / (to - from) / 10) * 10;
      });
    }

    it('are spoken by the voice of each speaker, with their silences, in one recording', async () => {
      const made = await make(shotOf(TOM, NARRATOR, TOM));
      expect(made).toEqual({
        path: expect.any(String),
        duration: expect.closeTo(1.2 + 0.5 + 1.3 + 0.25 + 1.2 + 0.5, 3),
        line_seconds: [1.2, 1.3, 1.2],
      });
      const { path } = made;
      const spans = [
        [0.1, 1.1],
        [1.25, 1.65],
        [1.8, 2.9],
        [3.05, 3.2],
        [3.35, 4.35],
        [4.5, 4.9],
      ];
      expect(await heard(path, spans as [number, number][])).toEqual([
        ...[220, 'silence', 330, 'silence', 220, 'silence'],
      ]);
      // The repeated line was paid for once.
      expect(server.requests).toHaveLength(2);
      expect((await kinora.get(`/api/media/${path}`)).body).toMatchObject({
        name: 'The pier.flac',
        description: 'tom: You came back.\nnarrator: Nobody answered.\ntom: You came back.',
        character_ids: ['tom'],
        made_from: [expect.any(String), expect.any(String)],
      });
      const listed = await kinora.get<{ items: unknown[] }>('/api/media?project=prj_1');
      expect(listed.body.items).toHaveLength(3);
    });

    it('become a take of the shot, and its selected speech', async () => {
      const { body: project } = await ann.post<{ id: string }>('/api/projects', {
        ...{ title: 'Tide', narrator_voice: { provider: 'openai', voice_id: 'narrator' } },
      });
      const scenes = `/api/projects/${project.id}/scenes`;
      const { body: scene } = await ann.post(scenes, { scene_number: 1 });
      const { body: shot } = await ann.post(`${scenes}/${String(scene['id'])}/shots`, {
        ...{ timing: 'fit_dialogue', lines: [TOM, NARRATOR] },
      });
      const url = `${scenes}/${String(scene['id'])}/shots/${String(shot['id'])}`;
      const { status, body } = await ann.post(`${url}/speech`, {});
      expect(status).toBe(201);
      const take = await eventually(async () => {
        const now = await ann.get(`${url}/takes/${String(body['id'])}`);
        return now.body['finished_at'] !== null && now.body;
      });
      expect(take).toMatchObject({ status: 'completed', error: null, stale: [] });
      expect((await ann.get(url)).body).toMatchObject({
        ...{ speech: take['path'], speech_take: take['id'] },
      });

      const stale = async () => (await ann.get(`${url}/takes/${String(take['id'])}`)).body['stale'];
      const narrator = (voice_id: string, name: string) =>
        ann.patch(`/api/projects/${project.id}`, {
          narrator_voice: { provider: 'openai', voice_id, name },
        });
      await narrator('narrator', 'Another name');
      expect(await stale()).toEqual([]);
      await narrator('mara', '');
      expect(await stale()).toMatchObject([{ what: 'voice' }]);
      await ann.patch(url, { lines: [TOM] });
      expect(await stale()).toMatchObject([{ what: 'lines' }]);
      const again = await ann.post(`/api/projects/${project.id}/regenerate`, {});
      expect(again).toMatchObject({ status: 201, body: { total: 1 } });
      await eventually(async () => {
        const { body: now } = await ann.get(url);
        return now['speech_take'] !== take['id'] && now['status'] === 'draft';
      });
      expect((await ann.get(url)).body['speech']).not.toBe(take['path']);
    });

    it('make the same recording again, and pay only for a line that changed', async () => {
      const { path } = await make(shotOf(TOM, NARRATOR));
      server.requests.length = 0;
      expect((await make(shotOf(TOM, NARRATOR))).path).toBe(path);
      expect(server.requests).toHaveLength(0);
      const other = await make(shotOf(TOM, { ...NARRATOR, text: 'Somebody answered.' }));
      expect(other.path).not.toBe(path);
      expect(server.requests).toHaveLength(1);
    });

    it('are the recording itself where one line has no silence behind it', async () => {
      const spoken = await make(shotOf({ ...TOM, pause_seconds: 0 }));
      const { body } = await kinora.post('/api/voices/speak', {
        ...{ text: TOM.text, character: 'tom' },
      });
      expect(spoken).toMatchObject({ path: body['path'], duration: 1.2, line_seconds: [1.2] });
    });

    it('join voices of different formats', async () => {
      const { duration } = await make(shotOf(TOM, line('mara', 'Yes.', 0.1)));
      expect(duration).toBeCloseTo(1.2 + 0.5 + 0.7 + 0.1, 1);
    });

    it.each([
      ['no lines', shotOf(), 'shot_without_lines'],
      ['a speaker without a voice', shotOf(TOM, line('mute', 'Hm.')), 'voice_missing'],
      ['a deleted speaker', shotOf(line('nobody', 'Hm.')), 'character_not_found'],
      ['a provider that is not set up', shotOf(line('azure', 'Hm.')), 'speech_not_configured'],
      ['settings that do nothing', shotOf(line('odd', 'Hm.')), 'voice_setting_unknown'],
    ])('are refused before anything is spoken for %s', async (_, target, code) => {
      await expect(make(target)).rejects.toMatchObject({ spec: { code } });
      expect(server.requests).toEqual([]);
    });

    it('are refused for speakers that the caller may not use', async () => {
      const limited = { ...UNRESTRICTED, allowedCharacters: ['tom'] };
      await expect(speech().plan(limited, shotOf(TOM, line('mara', 'Yes.')))).rejects.toMatchObject(
        { spec: { code: 'character_not_allowed' } },
      );
    });

    it('keep what was spoken when a later line fails, and end with their signal', async () => {
      const target = shotOf(line('tom', 'First part.'), line('tom', 'Second part.'));
      const stop = new AbortController();
      server.setScript((asked, response) => {
        if (server.requests.length === 1) speak(asked, response);
        else stop.abort(new Error('cancelled'));
      });
      const lines = await speech().plan(UNRESTRICTED, target);
      await expect(speech().make(UNRESTRICTED, lines, target, stop.signal)).rejects.toThrow(
        'cancelled',
      );
      server.setScript(speak);
      await make(target);
      expect(server.requests).toHaveLength(1);
    });
  });
});
