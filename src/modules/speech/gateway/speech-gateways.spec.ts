import http, { type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { eventually } from '../../../../test/support/eventually';
import {
  type ReceivedRequest,
  type ScriptedNode,
  sendJson,
  startRawServer,
  UNREACHABLE_URL,
} from '../../../../test/support/scripted-node';
import { entriesOf } from '../../../../test/support/signal-entries';
import {
  ELEVENLABS_KEY,
  OPENAI_KEY,
  mp3,
  speak,
  speechConfig,
  startSpeechServer,
} from '../../../../test/support/speech-server';
import { testConfig } from '../../../../test/support/test-config';
import type { AppError } from '../../../platform/errors/app-error';
import { ElevenLabsGateway } from './elevenlabs.gateway';
import { OpenAiSpeechGateway } from './openai-speech.gateway';
import { SpeechHttpGateway } from './speech-http.gateway';

const KEYS = { KINORA_ELEVENLABS_API_KEY: ELEVENLABS_KEY, KINORA_OPENAI_API_KEY: OPENAI_KEY };

function gateways(url: string, speech: object = {}, keys: Record<string, string> = KEYS) {
  const config = testConfig({ speech: speechConfig(url, speech) }, '/nowhere', keys).service;
  const requests = new SpeechHttpGateway();
  return {
    elevenlabs: new ElevenLabsGateway(requests, config),
    openai: new OpenAiSpeechGateway(requests, config),
  };
}

const voice = (voice_id = 'mara', settings = {}) => ({ provider: '', voice_id, settings });

describe('speech gateways', () => {
  let server: ScriptedNode;

  beforeAll(async () => {
    server = await startSpeechServer();
  });
  beforeEach(() => server.setScript(speak));
  afterAll(() => server.stop());

  const jsonBody = ({ body }: ReceivedRequest): unknown => JSON.parse(body.toString());
  /** What speaking fails with. */
  async function failure(work: Promise<AsyncIterable<Buffer>>): Promise<AppError> {
    try {
      for await (const chunk of await work) expect(chunk).toBeInstanceOf(Buffer);
    } catch (error) {
      return error as AppError;
    }
    throw new Error('nothing failed');
  }

  it('asks ElevenLabs with its own fields and key', async () => {
    const settings = { stability: 0.4, speed: 1.1, language_code: 'de', model_id: 'eleven_v3' };
    const sound = await gateways(server.url).elevenlabs.speak('Hallo', voice('tom', settings));
    expect((await buffer(sound)).equals(mp3(0.75))).toBe(true);
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/text-to-speech/tom?output_format=mp3_44100_128',
      headers: { 'xi-api-key': ELEVENLABS_KEY, 'content-type': 'application/json' },
    });
    expect(jsonBody(request!)).toEqual({
      text: 'Hallo',
      model_id: 'eleven_v3',
      language_code: 'de',
      voice_settings: { stability: 0.4, speed: 1.1 },
    });
  });

  it('asks an OpenAI-compatible server with the settings as fields, without a key if there is none', async () => {
    server.setScript((_, response) => response.end(mp3(1)));
    const { openai } = gateways(server.url, {}, {});
    await buffer(await openai.speak('Hi', voice('af_heart+af_sky', { speed: 0.9 })));
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/audio/speech');
    expect(request?.headers.authorization).toBeUndefined();
    expect(jsonBody(request!)).toEqual({
      model: 'gpt-4o-mini-tts',
      response_format: 'mp3',
      speed: 0.9,
      input: 'Hi',
      voice: 'af_heart+af_sky',
    });
  });

  it('sends OpenAI-compatible servers their own key only', async () => {
    await buffer(await gateways(server.url).openai.speak('Hi', voice()));
    expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${OPENAI_KEY}` });
    expect(JSON.stringify(server.requests[0]?.headers)).not.toContain(ELEVENLABS_KEY);
  });

  it.each([
    ['elevenlabs', { voices: 1, stability: 1 }, ['voices']],
    ['openai', { input: 'something else', speed: 2 }, ['input']],
  ] as const)('refuses settings that %s does not take', (provider, settings, unknown) => {
    expect(() => gateways(server.url)[provider].variant(voice('mara', settings))).toThrow(
      expect.objectContaining({ extras: expect.objectContaining({ unknown }) }),
    );
  });

  it.each(['../user', 'a/b', 'a?b', '', '%2e%2e', 'ü'])(
    'sends no request for the ElevenLabs voice %j',
    async (id) => {
      const error = await failure(gateways(server.url).elevenlabs.speak('Hi', voice(id)));
      expect(error.spec.code).toBe('voice_not_found');
      expect(server.requests).toEqual([]);
    },
  );

  it('reports an unknown voice', async () => {
    const error = await failure(gateways(server.url).elevenlabs.speak('Hi', voice('nobody')));
    expect(error).toMatchObject({
      spec: { code: 'voice_not_found', status: 404 },
      extras: { voice_id: 'nobody' },
    });
  });

  const quota = { detail: { status: 'quota_exceeded', message: 'You have 0 credits remaining.' } };
  const newer = { detail: { type: 'quota', status: 'forbidden', code: 'quota_exceeded' } };
  const insufficient = { error: { code: 'insufficient_quota', message: 'Check your plan.' } };
  const tooMany = { detail: { status: 'too_many_concurrent_requests', message: 'Too many' } };
  it.each([
    ['an ElevenLabs account that is used up', 401, quota, 'speech_quota_reached'],
    ['an ElevenLabs account in newer answers', 403, newer, 'speech_quota_reached'],
    ['an OpenAI account that is used up', 429, insufficient, 'speech_quota_reached'],
    ['a refused key', 401, { detail: { status: 'invalid_api_key' } }, 'speech_key_refused'],
    ['too many requests', 429, tooMany, 'speech_busy'],
    ['an overloaded server', 503, 'upstream down', 'speech_busy'],
    ['an error of the server', 500, { detail: 'Internal error' }, 'speech_bad_answer'],
    ['a redirect', 302, {}, 'speech_bad_answer'],
    ['a refused text', 400, { detail: 'bad text' }, 'speech_refused'],
  ])('maps %s', async (_, status, body, code) => {
    server.setScript((__, response) => sendJson(response, body, status));
    for (const gateway of Object.values(gateways(server.url))) {
      const error = await failure(gateway.speak('Hi', voice()));
      expect(error.spec.code).toBe(code);
    }
  });

  it.each([
    [{ detail: { status: 'x', message: 'The text\nis too long.' } }, 'The text is too long.'],
    [{ error: { message: 'speed must be ≤ 4', code: null } }, 'speed must be ≤ 4'],
    [{ detail: [{ loc: ['body', 'voice'], msg: 'unknown voice' }] }, 'body.voice: unknown voice'],
    [{ detail: 'See https://10.0.0.5/secret now, key sk-abcdefgh' }, 'See now, key …'],
    [[], 'status 422'],
    ['no JSON', 'status 422'],
  ])('passes on why the server refuses: %j', async (body, reason) => {
    server.setScript((_, response) => response.writeHead(422).end(text(body)));
    const error = await failure(gateways(server.url).openai.speak('Hi', voice()));
    expect(error.extras).toEqual({ provider: 'openai', reason });
  });

  it('removes its key from the reason, whatever it looks like', async () => {
    server.setScript((asked, response) =>
      sendJson(response, { detail: `not with ${asked.headers.authorization}` }, 400),
    );
    const keys = { KINORA_OPENAI_API_KEY: 'harbour.2026' };
    const error = await failure(gateways(server.url, {}, keys).openai.speak('Hi', voice()));
    expect(error.extras).toEqual({ provider: 'openai', reason: 'not with Bearer …' });
  });

  it('returns the Retry-After of a busy server, at most a minute', async () => {
    const after = async (header: string) => {
      server.setScript((_, response) => response.writeHead(429, { 'Retry-After': header }).end());
      const error = await failure(gateways(server.url).openai.speak('Hi', voice()));
      return error.headers;
    };
    expect(await after('7')).toEqual({ 'Retry-After': '7' });
    expect(await after('86400')).toEqual({ 'Retry-After': '60' });
    expect(await after('-1')).toEqual({ 'Retry-After': '1' });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['that never answers', () => undefined],
    ['that stops in the middle', (response) => void response.writeHead(200).write(mp3(1))],
    ['whose error never ends', (response) => void response.writeHead(500).write('{"detail":')],
  ])('gives up on a server %s', async (_, script) => {
    server.setScript((__, response) => script(response));
    const error = await failure(
      gateways(server.url, { timeout_ms: 200 }).openai.speak('', voice()),
    );
    expect(error).toMatchObject({ spec: { code: 'speech_unreachable' }, nothingSent: false });
    expect(error.message).toContain('within 0.2 s');
  });

  it('reports a broken connection', async () => {
    server.setScript((_, response) => {
      response.writeHead(200, { 'Content-Length': 10_000 }).write(mp3(0.1));
      setImmediate(() => response.destroy());
    });
    const error = await failure(gateways(server.url).openai.speak('Hi', voice()));
    expect(error).toMatchObject({ spec: { code: 'speech_unreachable' }, nothingSent: false });
  });

  it('reports that nothing was sent without a connection, and names no address', async () => {
    const error = await failure(gateways(UNREACHABLE_URL).openai.speak('Hi', voice()));
    expect(error).toMatchObject({ spec: { code: 'speech_unreachable' }, nothingSent: true });
    expect(error.message).not.toContain('127.0.0.1');
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', true],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', false],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', false],
    ['EPROTO', false],
  ])('after %s, it is certain that nothing was sent: %s', async (code, nothingSent) => {
    const { request } = http;
    const failing = jest
      .spyOn(http, 'request')
      .mockImplementation((...options) =>
        request(...options).destroy(Object.assign(new Error(), { code })),
      );
    const error = await failure(gateways(server.url).openai.speak('Hi', voice()));
    failing.mockRestore();
    expect(error).toMatchObject({ spec: { code: 'speech_unreachable' }, nothingSent });
  });

  it('reports that its secure connection failed', async () => {
    const url = server.url.replace('http:', 'https:');
    const error = await failure(gateways(url).openai.speak('Hi', voice()));
    expect(error).toMatchObject({ spec: { code: 'speech_unreachable' } });
    expect(error.message).toContain('secure connection failed');
  });

  it('uses no connection twice', async () => {
    const { openai } = gateways(server.url);
    for (const text of ['One', 'Two']) await buffer(await openai.speak(text, voice()));
    expect(server.requests.map(({ headers }) => headers.connection)).toEqual(['close', 'close']);
  });

  it('refuses what is not HTTP', async () => {
    const raw = await startRawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    const error = await failure(gateways(raw.url).openai.speak('Hi', voice()));
    await raw.stop();
    expect(error.spec.code).toBe('speech_bad_answer');
  });

  it('ends with the reason of its signal', async () => {
    server.setScript(() => undefined);
    const stop = new AbortController();
    const work = failure(gateways(server.url).openai.speak('Hi', voice(), stop.signal));
    const reason = new Error('cancelled');
    stop.abort(reason);
    expect(await work).toBe(reason);
  });

  it('leaves nothing in its signal, however it ends', async () => {
    const { signal } = new AbortController();
    const { openai } = gateways(server.url);
    await buffer(await openai.speak('Hi', voice(), signal));
    server.setScript((_, response) => response.writeHead(422).end());
    await failure(openai.speak('Hi', voice(), signal));
    await failure(gateways(UNREACHABLE_URL).openai.speak('Hi', voice(), signal));
    // The connections close after the answers.
    await eventually(() => Promise.resolve(entriesOf(signal) === 0));
  });

  describe('voices', () => {
    it('lists the voices of ElevenLabs, with https addresses of samples only', async () => {
      expect(await gateways(server.url).elevenlabs.voices()).toEqual([
        {
          provider: 'elevenlabs',
          voice_id: 'mara',
          name: 'Mara',
          description: 'calm',
          labels: { accent: 'british', gender: 'female' },
          preview_url: 'https://storage.example/mara.mp3',
        },
        {
          provider: 'elevenlabs',
          voice_id: 'tom',
          name: 'Tom',
          description: '',
          labels: {},
          preview_url: null,
        },
      ]);
    });

    it.each([
      [{ voices: ['a', { id: 'b', name: 'B' }, { name: 'c' }, {}, 7, ''] }, ['a', 'b', 'c']],
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      [{ voices: [] }, []],
    ])('reads the list %j', async (body, ids) => {
      server.setScript((_, response) => sendJson(response, body));
      const voices = await gateways(server.url).openai.voices();
      expect(voices.map(({ voice_id }) => voice_id)).toEqual(ids);
    });

    it("lists OpenAI's own voices for a server that lists none", async () => {
      server.setScript((_, response) => sendJson(response, { detail: 'Not Found' }, 404));
      const voices = await gateways(server.url).openai.voices();
      expect(voices.map(({ voice_id }) => voice_id)).toContain('alloy');
    });

    it('lists the voices of the configuration', async () => {
      const speech = { openai: { base_url: server.url, voices: ['bella'] } };
      expect(await gateways(server.url, speech).openai.voices()).toMatchObject([
        { voice_id: 'bella', name: 'bella' },
      ]);
    });

    it.each([[{ voices: 'many' }], ['<html>'], [{}]])('refuses the list %j', async (body) => {
      server.setScript((_, response) => response.end(text(body)));
      for (const gateway of Object.values(gateways(server.url)))
        await expect(gateway.voices()).rejects.toMatchObject({
          spec: { code: 'speech_bad_answer' },
        });
    });

    it('refuses an endless list', async () => {
      server.setScript((_, response) => void response.write(Buffer.alloc(9 * 1024 * 1024, 32)));
      await expect(gateways(server.url).openai.voices()).rejects.toMatchObject({
        spec: { code: 'speech_bad_answer' },
      });
    });
  });
});

const text = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
