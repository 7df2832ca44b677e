import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setDemoEnvironment } from '../demo.mjs';
import { Api } from '../demo-film/api.mjs';
import { seconds } from '../tooling/project.mjs';
import { trainCharacter } from './train-character.mjs';

/** The toolkit's clock: a second of training takes a twentieth of one. */
const TIME_LAPSE = 20;
const STEPS_PER_SECOND = 25;

/**
 * Trains a LoRA through the public HTTP API, from pictures to a character that uses it. The service has default settings and
 * its own data folder; toolkit and node are simulated. `--keep` keeps the service running.
 */
export async function demoTraining(args, { serve, startToolkit }) {
  let toolkit;
  await setDemoEnvironment('demo-training', async (data) => {
    const root = join(data, 'training');
    const speed = { stepsPerSecond: STEPS_PER_SECOND, timeLapse: TIME_LAPSE };
    toolkit = await startToolkit({ root, port: 0, ...speed });
    return {
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
      training: {
        root,
        base_url: toolkit.url,
        lora_dir: join(data, 'simulator/simulator/models/loras'),
        poll_interval_ms: 50,
      },
    };
  });
  const service = await serve();
  const staysUp = args.includes('--keep');
  let isDone = false;
  try {
    await train(service.url);
    isDone = true;
  } finally {
    if (!isDone || !staysUp) await Promise.all([service.close(), toolkit.stop()]);
  }
  if (staysUp) console.log(`Studio   ${service.url}/\n\nPress Ctrl+C to stop.`);
}

async function train(url) {
  const start = performance.now();
  const api = new Api(url);
  console.log('Toolkit and node are simulated: no model is trained, and pictures are drawn.\n');
  const { sheet, picture } = await trainCharacter(api);
  const save = async (path, name) => {
    const file = join(process.env.KINORA_DATA_DIR, name);
    writeFileSync(file, await api.bytes(path));
    return file;
  };
  console.log(`\nDone in ${seconds(start)}.`);
  console.log(`Grid     ${await save(sheet, 'grid.webp')}`);
  console.log(`Picture  ${await save(picture, 'character.png')}`);
}
