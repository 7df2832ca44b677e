import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setDemoEnvironment } from '../demo.mjs';
import { seconds } from '../tooling/project.mjs';
import { Api } from './api.mjs';
import { checkFilm } from './film-checks.mjs';
import { makeFilm } from './make-film.mjs';
import { SpeechServer } from './speech-server.mjs';

const KEY = 'demo-film-key';
const FPS = 24;

/**
 * Makes a film through the public HTTP API, from two characters to the finished file, and compares it with the clips, pictures
 * and recordings that it was made from. The service has default settings and its own data folder; a speech server that the demo
 * starts stands in for a provider. `--keep` keeps the service running.
 */
export async function demoFilm(args, serve) {
  const speech = new SpeechServer(KEY);
  const openai = { base_url: await speech.start() };
  await setDemoEnvironment('demo-film', () => ({ speech: { openai } }));
  process.env.KINORA_OPENAI_API_KEY = KEY;
  const service = await serve();
  const staysUp = args.includes('--keep');
  let isDone = false;
  try {
    await makeAndCheckFilm(service.url, speech);
    isDone = true;
  } finally {
    if (!isDone || !staysUp) await Promise.all([service.close(), speech.close()]);
  }
  if (staysUp) console.log(`Studio   ${service.url}/\n\nPress Ctrl+C to stop.`);
}

/** Also saves the film, its sources and its timelines in the folder `film` of the data folder. */
async function makeAndCheckFilm(url, speech) {
  const start = performance.now();
  const api = new Api(url);
  const film = await makeFilm(api);
  console.log(`\nMade in ${seconds(start)}; ${speech.spoken.length} lines were spoken.`);
  const folder = join(process.env.KINORA_DATA_DIR, 'film');
  mkdirSync(folder, { recursive: true });
  const save = async (path) => {
    const file = join(folder, path);
    writeFileSync(file, await api.bytes(`/media/${path}`));
    return file;
  };
  const shots = [];
  for (const shot of film.shots) {
    const recording =
      shot.timing === 'fit_dialogue' && (await api.get(`/api/media/${shot.speech}`));
    const length = recording ? recording.duration : shot.duration_seconds;
    const source = await save(shot.video ?? shot.image);
    shots.push({ ...shot, frames: Math.ceil(length * FPS), source, isClip: shot.video !== null });
  }
  // The same film with captions as a text track, and with captions drawn into the picture.
  const [soft, burned] = [await save(film.soft.path), await save(film.burned.path)];
  for (const format of ['otio', 'edl', 'srt', 'vtt']) {
    const timeline = await api.bytes(`${film.project}/timeline?format=${format}`);
    writeFileSync(join(folder, `timeline.${format}`), timeline);
  }
  console.log('The finished film:');
  checkFilm({ soft, burned, shots });
  console.log(`\nFilm     ${soft}\nPoster   ${await save(film.soft.poster)}`);
}
