import { execFileSync } from 'node:child_process';
import { DerivedMedia } from '../../src/modules/media/public/derived-media';
import type { ProjectRow } from '../../src/modules/projects/records/project.entity';
import {
  ShotSpeechService,
  type ShotToSpeak,
} from '../../src/modules/projects/speech/shot-speech.service';
import { TakeEndsService } from '../../src/modules/projects/takes/take-ends.service';
import { UNRESTRICTED } from '../../src/platform/access/caller';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import type { Script, ScriptedNode } from '../support/scripted-node';
import { speak, SPEECH_KEYS, speechConfig, startSpeechServer } from '../support/speech-server';

describeWith('ffmpeg', 'the lines of a shot', () => {
  let server: ScriptedNode;
  let kinora: TestKinora;
  let ann: TestCaller;

  beforeAll(async () => {
    server = await startSpeechServer();
    kinora = await TestKinora.start({
      speech: speechConfig(server.url),
      jobs: { poll_interval_ms: 200 },
    });
    kinora.setVariables(SPEECH_KEYS);
    ann = await kinora.agent('ann');
    for (const [id, voice] of Object.entries(CAST))
      await ann.post('/api/characters', { id, name: id, voice });
  });
  beforeEach(() => server.setScript(speak));
  afterAll(async () => {
    await kinora.close();
    await server.stop();
  });

  const CAST = {
    mara: { voice_id: 'mara' },
    tom: { provider: 'openai', voice_id: 'tom' },
    mute: undefined,
    azure: { provider: 'azure', voice_id: 'x' },
    odd: { voice_id: 'mara', settings: { pitch: 2 } },
  };
  const line = (speaker: string, text: string, pause_seconds = 0) => ({
    speaker,
    text,
    pause_seconds,
  });
  /** A minute of silence after each. */
  const lines = (count: number) => Array.from({ length: count }, () => line('tom', 'Yes.', 60));
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
      title: 'Tide',
      narrator_voice: { provider: 'openai', voice_id: 'narrator' },
    });
    const scenes = `/api/projects/${project.id}/scenes`;
    const { body: scene } = await ann.post(scenes, { scene_number: 1 });
    const { body: shot } = await ann.post(`${scenes}/${String(scene['id'])}/shots`, {
      timing: 'fit_dialogue',
      lines: [TOM, NARRATOR],
    });
    const url = `${scenes}/${String(scene['id'])}/shots/${String(shot['id'])}`;
    const events = '/api/events?events=take&since=';
    const { next_since } = (await ann.get(`${events}latest`)).body;
    const { status, body } = await ann.post(`${url}/speech`, {});
    expect(status).toBe(201);
    const take = await eventually(async () => {
      const now = await ann.get(`${url}/takes/${String(body['id'])}`);
      return now.body['finished_at'] !== null && now.body;
    });
    expect(take).toMatchObject({ status: 'completed', error: null, stale: [] });
    const { body: since } = await ann.get<{ items: { data: object }[] }>(
      `${events}${String(next_since)}`,
    );
    expect(since.items.map(({ data }) => data)).toEqual(
      ['waiting', 'running', 'completed'].map((status, at) => ({
        ...{ id: take['id'], project_id: project.id, shot_id: shot['id'], kind: 'speech' },
        ...{ status, path: at === 2 ? take['path'] : null, prompt_id: null, error: null },
      })),
    );
    // Take created, take started, take ended, generation ended.
    await eventually(async () => {
      const query = `events=project&since=${String(next_since)}`;
      const { body: ofProject } = await ann.get<{ items: object[] }>(`/api/events?${query}`);
      return ofProject.items.length === 4;
    });
    expect((await ann.get(url)).body).toMatchObject({
      speech: take['path'],
      speech_take: take['id'],
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

  /** A shot of Ann's with two lines. @returns its path */
  const newShot = async (): Promise<string> => {
    const { body: project } = await ann.post('/api/projects', { title: 'Tide' });
    const scenes = `/api/projects/${String(project['id'])}/scenes`;
    const { body: scene } = await ann.post(scenes, { scene_number: 1 });
    const lines = ['One', 'Two'].map((text) => line('tom', `${text} of ${String(scene['id'])}.`));
    const shots = `${scenes}/${String(scene['id'])}/shots`;
    const { body: shot } = await ann.post(shots, { lines });
    return `${shots}/${String(shot['id'])}`;
  };

  it.each([
    ['fails where its end is refused by the database', 1, 'failed', 'internal'],
    ['is made again where its failure is refused, too', 2, 'completed', undefined],
  ])('become a take that %s', async (_, refusals, status, code) => {
    const ends = jest.spyOn(kinora.app.get(TakeEndsService, { strict: false }), 'end');
    for (let n = 0; n < refusals; n += 1) ends.mockRejectedValueOnce(new Error('no connection'));
    const shot = await newShot();
    const { body } = await ann.post(`${shot}/speech`, {});
    const take = await eventually(async () => {
      const now = await ann.get(`${shot}/takes/${String(body['id'])}`);
      return now.body['finished_at'] !== null && now.body;
    });
    ends.mockRestore();
    expect(take).toMatchObject({ status, error: code === undefined ? null : { code } });
    // Its lines are paid for once.
    expect(server.requests).toHaveLength(2);
  });

  describe('at a provider that is busy', () => {
    const busy: Script = (_, response) => void response.writeHead(429, { 'Retry-After': 0 }).end();

    it('are spoken once it accepts requests again', async () => {
      server.setScript((asked, response) =>
        (server.requests.length > 4 ? speak : busy)(asked, response),
      );
      const shot = await newShot();
      const { body: start } = await ann.get('/api/events?since=latest');
      const { body } = await ann.post(`${shot}/speech`, {});
      const take = await eventually(async () => {
        const now = await ann.get(`${shot}/takes/${String(body['id'])}`);
        return now.body['finished_at'] !== null && now.body;
      });
      expect(take).toMatchObject({ status: 'completed', error: null });
      // Waiting makes no events, which would go to webhooks.
      const { body: events } = await ann.get<{ items: { data: Record<string, unknown> }[] }>(
        `/api/events?events=take&since=${String(start['next_since'])}`,
      );
      const statuses = events.items.map(({ data }) => data['status']);
      expect(statuses).toEqual(['waiting', 'running', 'completed']);
    });

    it('are no longer spoken once they are cancelled', async () => {
      server.setScript(busy);
      const shot = await newShot();
      const { body } = await ann.post(`${shot}/speech`, {});
      await eventually(() => Promise.resolve(server.requests.length > 4));
      const [project] = shot.split('/scenes');
      const cancel = `${project}/generations/${String(body['generation_id'])}/cancel`;
      expect((await ann.post(cancel)).body).toMatchObject({ counts: { cancelled: 1 } });
      expect((await ann.get(`${shot}/takes/${String(body['id'])}`)).body).toMatchObject({
        status: 'cancelled',
        error: null,
      });
    });
  });

  it('become a take of a locked shot that is not selected', async () => {
    const shot = await newShot();
    await ann.patch(shot, { locked: true });
    const { status, body } = await ann.post(`${shot}/speech`, {});
    expect([status, body]).toMatchObject([201, { kind: 'speech' }]);
    await eventually(async () => {
      const { body: now } = await ann.get(`${shot}/takes/${String(body['id'])}`);
      return now['status'] === 'completed';
    });
    expect((await ann.get(shot)).body).toMatchObject({ speech: null, speech_take: null });
  });

  it('are missing where a take of a shot without lines is refused', async () => {
    const shot = await newShot();
    await ann.patch(shot, { lines: [] });
    expect(await ann.post(`${shot}/speech`, {})).toMatchObject({
      status: 409,
      body: { code: 'shot_without_lines', detail: expect.stringContaining('has no lines') },
    });
  });

  it('are no longer spoken once their shot is deleted', async () => {
    let isBroken = false;
    server.setScript((_, response) => void response.on('close', () => (isBroken = true)));
    const shot = await newShot();
    await ann.post(`${shot}/speech`, {});
    await eventually(() => Promise.resolve(server.requests.length === 1));
    expect((await ann.delete(shot)).status).toBe(200);
    await eventually(() => Promise.resolve(isBroken));
    expect(server.requests).toHaveLength(1);
  });

  it('reuse the recordings of unchanged lines, and speak a changed line again', async () => {
    const { path } = await make(shotOf(TOM, NARRATOR));
    server.requests.length = 0;
    expect((await make(shotOf(TOM, NARRATOR))).path).toBe(path);
    expect(server.requests).toHaveLength(0);
    const other = await make(shotOf(TOM, { ...NARRATOR, text: 'Somebody answered.' }));
    expect(other.path).not.toBe(path);
    expect(server.requests).toHaveLength(1);
  });

  it('use the recording of a single line without silence as it is', async () => {
    const spoken = await make(shotOf({ ...TOM, pause_seconds: 0 }));
    const { body } = await kinora.post('/api/voices/speak', {
      text: TOM.text,
      character: 'tom',
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
    ['31 minutes of silence', shotOf(...lines(31)), 'speech_too_long'],
  ])('are refused before anything is spoken for %s', async (_, target, code) => {
    await expect(make(target)).rejects.toMatchObject({ spec: { code } });
    expect(server.requests).toEqual([]);
  });

  it('are spoken up to the line that makes them longer than half an hour', async () => {
    const long = line('tom', 'So it went on. '.repeat(100), 60);
    await expect(make(shotOf(line('tom', 'Yes.'), long, ...lines(28)))).rejects.toMatchObject({
      spec: { code: 'speech_too_long' },
    });
    expect(server.requests).toHaveLength(2);
  });

  it('are refused for speakers that the caller may not use', async () => {
    const limited = { ...UNRESTRICTED, allowedCharacters: ['tom'] };
    await expect(speech().plan(limited, shotOf(TOM, line('mara', 'Yes.')))).rejects.toMatchObject({
      spec: { code: 'character_not_allowed' },
    });
  });

  it('keep recordings of earlier lines when a later one fails, and stop when their signal is aborted', async () => {
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
