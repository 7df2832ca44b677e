import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const SAMPLE_RATE = 24_000;
const SECONDS_PER_CHARACTER = 0.06;
/** How high each voice speaks, in Hz. */
const VOICES = { alto: 330, bass: 140, narrator: 220 };

/** Speech of the demo: an OpenAI-compatible server whose voices hum at one pitch each, longer for longer texts. */
export class SpeechServer {
  /** The texts that were spoken. */
  spoken = [];
  #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => response.destroy(error));
  });

  constructor(key) {
    this.key = key;
  }

  /** Resolves to its base URL. */
  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${this.#server.address().port}/v1`;
  }

  async close() {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request, response) {
    if (request.headers.authorization !== `Bearer ${this.key}`)
      return refuse(response, 401, 'Incorrect API key provided.');
    if (request.url === '/v1/audio/voices')
      return send(response, 200, JSON.stringify({ voices: Object.keys(VOICES) }));
    if (request.method !== 'POST' || request.url !== '/v1/audio/speech')
      return refuse(response, 404, 'Not found.');
    const { input, voice } = JSON.parse(await text(request));
    const pitch = VOICES[voice];
    if (!pitch) return refuse(response, 400, `Voice not found: ${voice}`);
    this.spoken.push(input);
    const length = 0.5 + SECONDS_PER_CHARACTER * input.length;
    return send(response, 200, hum(length, pitch), 'audio/wav');
  }
}

const refuse = (response, status, message) =>
  send(response, status, JSON.stringify({ error: { message, type: 'invalid_request_error' } }));

function send(response, status, body, type = 'application/json') {
  response.writeHead(status, { 'content-type': type }).end(body);
}

/** A tone that swells four times a second, like syllables, as a WAV file of 16 bits in one channel. */
function hum(seconds, pitch) {
  const count = Math.round(seconds * SAMPLE_RATE);
  const file = Buffer.alloc(44 + 2 * count);
  file.write('RIFF');
  file.writeUInt32LE(36 + 2 * count, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(2 * SAMPLE_RATE, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(2 * count, 40);
  for (let at = 0; at < count; at += 1) {
    const time = at / SAMPLE_RATE;
    const swell = 0.6 - 0.4 * Math.cos(2 * Math.PI * 4 * time);
    const sample = 9000 * swell * Math.sin(2 * Math.PI * pitch * time);
    file.writeInt16LE(Math.round(sample), 44 + 2 * at);
  }
  return file;
}
