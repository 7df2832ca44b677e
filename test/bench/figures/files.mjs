import { execFileSync } from 'node:child_process';
import { createHash, randomFillSync } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ask, inTurns, median, percentile } from '../measure.mjs';

const { onPath } = createRequire(import.meta.url)('../../support/programs.cjs');

const MB = 1_000_000;
const LARGE = 200 * MB;
const HEADER_BYTES = 44;
/** As long as that of browsers, because parsers take longer to find a short one. */
const BOUNDARY = '----------------------------735323031399963166993862';
const CONNECTIONS = 10;
const DOWNLOADS = [
  { name: '200 MB', bytes: LARGE, amount: 20, aim: { ratioAtLeast: 0.4 } },
  { name: '2 MB', bytes: 2 * MB, amount: 600, aim: { ratioAtLeast: 0.25 } },
];
const ROUNDS = 5;
const RANGES = 400;

/** Files in and out: uploads against `dd` into the same folder with a flush at the end, downloads against nginx. */
export async function files(stage) {
  const kinora = await stage.kinora({ nodes: [] });
  const folder = join(stage.folder, 'files');
  mkdirSync(folder);
  const rows = await uploads(kinora, folder);
  if (!onPath('nginx')) {
    process.stderr.write('nginx is not installed: downloads are not measured\n');
    return rows;
  }
  return [...rows, ...(await downloads(stage, kinora, folder)), await oneByte(kinora)];
}

async function uploads(kinora, folder) {
  const [source, target] = [join(folder, 'source'), join(folder, 'target')];
  const large = sound(LARGE);
  writeFileSync(source, large, { flush: true });
  const tasks = {
    form: async () => (await upload(kinora.url, fresh(large))).ms,
    address: async () => (await uploadToAddress(kinora.url, fresh(large))).ms,
    dd: () => {
      const args = [`if=${source}`, `of=${target}`, 'bs=1M', 'conv=fsync'];
      const start = performance.now();
      execFileSync('dd', args, { stdio: 'ignore' });
      const ms = performance.now() - start;
      rmSync(target);
      return ms;
    },
  };
  await inTurns(1, tasks);
  const times = await inTurns(ROUNDS, tasks);
  rmSync(source);
  const perSecond = (ms) => LARGE / MB / (median(ms) / 1000);
  const row = (name, ms) => ({
    name: `${name}, 200 MB`,
    unit: 'MB/s',
    figure: perSecond(ms),
    reference: perSecond(times.dd),
    against: 'dd with a flush',
    ratio: perSecond(ms) / perSecond(times.dd),
    aim: { ratioAtLeast: 0.6 },
    raw: { ms: ms.map(Math.round), dd: times.dd.map(Math.round) },
  });
  return [row('upload of a form', times.form), row('upload to an address', times.address)];
}

async function downloads(stage, kinora, folder) {
  const nginx = await stage.reference('nginx', [folder]);
  const rows = [];
  for (const { name, bytes, amount, aim } of DOWNLOADS) {
    const content = sound(bytes);
    const { record } = await upload(kinora.url, content);
    writeFileSync(join(folder, 'download.wav'), content);
    const tasks = {
      kinora: () => bytesPerSecond(kinora.url + record.url, amount, bytes),
      nginx: () => bytesPerSecond(`${nginx.url}/download.wav`, amount, bytes),
    };
    await inTurns(1, tasks);
    const rates = await inTurns(ROUNDS, tasks);
    const [figure, reference] = [rates.kinora, rates.nginx].map((rate) => median(rate) / MB);
    rows.push({
      name: `download of ${name}, ${CONNECTIONS} connections`,
      unit: 'MB/s',
      figure,
      reference,
      against: 'nginx',
      ratio: figure / reference,
      aim,
    });
  }
  return rows;
}

/** How long the answer to a range request takes in a large file. */
async function oneByte(kinora) {
  const { record } = await upload(kinora.url, sound(LARGE));
  const times = [];
  for (let count = 0; count < RANGES; count += 1) {
    const start = count * 1000;
    const headers = { Range: `bytes=${start}-${start}` };
    times.push((await exchange(kinora.url + record.url, { headers }, 206)).ms);
  }
  return {
    name: 'download of one byte of 200 MB, p50',
    unit: 'ms',
    figure: percentile(times, 0.5),
    aim: { figure: 3 },
  };
}

/** Bytes per second of `amount` downloads, each over a connection of its own. */
async function bytesPerSecond(url, amount, bytes) {
  let left = amount;
  const start = performance.now();
  const downloadNext = async () => {
    while (left > 0) {
      left -= 1;
      await download(new URL(url), bytes);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, downloadNext));
  return (amount * bytes) / ((performance.now() - start) / 1000);
}

/** Reads an answer into one buffer that is overwritten: a client that keeps what it reads would be slower than the servers. */
function download({ hostname, port, pathname }, bytes) {
  return new Promise((resolve, reject) => {
    let received = 0;
    const onread = {
      buffer: Buffer.alloc(512 * 1024),
      callback: (count, buffer) => {
        if (received === 0 && !buffer.toString('latin1', 0, 12).endsWith(' 200'))
          reject(new Error(`${pathname}: ${buffer.toString('latin1', 0, count)}`));
        received += count;
        return true;
      },
    };
    const socket = connect({ host: hostname, port: Number(port), onread });
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    socket.once('error', reject);
    socket.once('close', () => {
      if (received > bytes) resolve();
      else reject(new Error(`${pathname}: ${received} bytes of ${bytes} came`));
    });
  });
}

async function upload(url, content) {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.wav"\r\n\r\n`;
  const body = [Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)];
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  return exchange(`${url}/api/media`, { method: 'POST', headers, body }, 201);
}

async function uploadToAddress(url, content) {
  const { json: address } = await ask(
    `${url}/api/media/upload-addresses`,
    {
      filename: 'bench.wav',
      size_bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    },
    201,
  );
  return exchange(new URL(address.url, url), { method: 'PUT', body: [content] }, 201);
}

/** Sends one request and measures the time from its first byte to the last byte of the answer. */
function exchange(url, { method = 'GET', headers = {}, body = [] }, wanted) {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const options = {
      method,
      headers: { ...headers, ...(length && { 'Content-Length': length }) },
    };
    const sent = request(url, options, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        const ms = performance.now() - start;
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode !== wanted) reject(new Error(`${url}: ${answer.statusCode} ${text}`));
        else resolve({ ms, record: wanted === 201 ? JSON.parse(text) : undefined });
      });
    });
    sent.once('error', reject);
    for (const part of body) sent.write(part);
    sent.end();
  });
}

/** A WAV file of this size; its sound is noise. */
function sound(bytes) {
  const content = randomFillSync(Buffer.alloc(bytes));
  content.write('RIFF', 0, 'latin1');
  content.writeUInt32LE(bytes - 8, 4);
  content.write('WAVEfmt ', 8, 'latin1');
  content.writeUInt32LE(16, 16);
  const [pcm, channels, rate, bytesPerSample] = [1, 2, 48_000, 2];
  content.writeUInt16LE(pcm, 20);
  content.writeUInt16LE(channels, 22);
  content.writeUInt32LE(rate, 24);
  content.writeUInt32LE(rate * channels * bytesPerSample, 28);
  content.writeUInt16LE(channels * bytesPerSample, 32);
  content.writeUInt16LE(8 * bytesPerSample, 34);
  content.write('data', 36, 'latin1');
  content.writeUInt32LE(bytes - HEADER_BYTES, 40);
  return content;
}

/** Changes some bytes before an upload, because the service stores equal files only once. */
function fresh(content) {
  randomFillSync(content, HEADER_BYTES, 1024);
  return content;
}
