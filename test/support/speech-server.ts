import type { ServerResponse } from 'node:http';
import { tone } from './media-samples';
import { type ReceivedRequest, ScriptedNode, sendJson } from './scripted-node';

/** The keys that the server accepts. */
export const ELEVENLABS_KEY = 'xi-0123456789abcdef';
export const OPENAI_KEY = 'sk-0123456789abcdef';

/** How high the server's voices speak, in Hz. */
const VOICES: Readonly<Record<string, number>> = { mara: 440, tom: 220, narrator: 330 };

/** `.env` for a service that uses the server. */
export const SPEECH_KEYS = `KINORA_ELEVENLABS_API_KEY=${ELEVENLABS_KEY}\nKINORA_OPENAI_API_KEY=${OPENAI_KEY}\n`;

/** `speech` of a configuration whose providers are both this server. */
export const speechConfig = (url: string, more: object = {}) => ({
  elevenlabs: { base_url: url },
  openai: { base_url: `${url}/v1` },
  ...more,
});

/** Seconds that the server takes to say a text. */
const spokenSeconds = (text: string): number => 0.5 + 0.05 * text.length;

/**
 * A server that behaves like ElevenLabs and like an OpenAI-compatible server. ElevenLabs' voices are silent MP3, the
 * others a tone as WAV. `setScript` makes it misbehave.
 */
export const startSpeechServer = (): Promise<ScriptedNode> => ScriptedNode.start(speak);

/** The script of a server that works. */
export function speak(asked: ReceivedRequest, response: ServerResponse): void {
  const [path = ''] = asked.path.split('?');
  if (path.startsWith('/v1/audio/')) openai(path, asked, response);
  else elevenlabs(path, asked, response);
}

const bodyOf = ({ body }: ReceivedRequest): Record<string, unknown> =>
  body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Record<string, unknown>);

function elevenlabs(path: string, asked: ReceivedRequest, response: ServerResponse): void {
  const refuse = (status: number, code: string, message: string): void =>
    sendJson(response, { detail: { status: code, message } }, status);
  const voice = /^\/v1\/text-to-speech\/([^/]+)$/.exec(path)?.[1] ?? '';
  if (asked.headers['xi-api-key'] !== ELEVENLABS_KEY)
    refuse(401, 'invalid_api_key', 'Invalid API key');
  else if (path === '/v1/voices') sendJson(response, { voices: ELEVENLABS_VOICES });
  else if (voice in VOICES)
    sendSound(response, 'audio/mpeg', mp3(spokenSeconds(String(bodyOf(asked)['text']))));
  else refuse(404, 'voice_not_found', `A voice with the voice_id ${voice} was not found.`);
}

const ELEVENLABS_VOICES = [
  {
    voice_id: 'mara',
    name: 'Mara',
    description: 'calm',
    labels: { accent: 'british', gender: 'female' },
    preview_url: 'https://storage.example/mara.mp3',
  },
  { voice_id: 'tom', name: 'Tom', description: null, labels: {}, preview_url: 'javascript:1' },
];

function openai(path: string, asked: ReceivedRequest, response: ServerResponse): void {
  const refuse = (status: number, code: string, message: string): void =>
    sendJson(response, { error: { message, type: 'invalid_request_error', code } }, status);
  const { input, voice, speed = 1 } = bodyOf(asked);
  const hz = VOICES[String(voice)];
  if (asked.headers.authorization !== `Bearer ${OPENAI_KEY}`)
    refuse(401, 'invalid_api_key', `Incorrect API key provided: ${OPENAI_KEY}.`);
  else if (path === '/v1/audio/voices') sendJson(response, { voices: Object.keys(VOICES) });
  else if (hz === undefined) refuse(400, 'invalid_value', `Voice not found: ${String(voice)}`);
  else sendSound(response, 'audio/wav', tone(spokenSeconds(String(input)) / Number(speed), hz));
}

function sendSound(response: ServerResponse, type: string, sound: Buffer): void {
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': sound.length }).end(sound);
}

/** MPEG 1 layer III, 44.1 kHz, 128 kbit/s, one channel. */
const FRAME_HEADER = [0xff, 0xfb, 0x90, 0xc4];
const FRAME_BYTES = 417;
const FRAME_SECONDS = 1152 / 44_100;

/** Silence. */
export function mp3(seconds: number): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.set(FRAME_HEADER);
  return Buffer.concat(Array<Buffer>(Math.round(seconds / FRAME_SECONDS)).fill(frame));
}
