import { appendFileSync, writeFileSync } from 'node:fs';
import { specPicture } from '../../drawing/paint';
import { openPixels } from '../../drawing/picture';

/** A sample picture of a run. */
interface Sample {
  readonly prompt: string;
  /** The position of its prompt among those of the run. */
  readonly index: number;
  readonly step: number;
  readonly steps: number;
}

/** How far a run is. */
interface Progress {
  readonly name: string;
  readonly step: number;
  readonly steps: number;
}

/** What a simulated trainer writes besides its checkpoints. */
export interface TrainerOutputs {
  sample(file: string, sample: Sample): void;
  /** @param folder that of the run */
  log(folder: string, progress: Progress): void;
}

/** For tests: samples that nobody decodes, and no log. */
export const PLACEHOLDERS: TrainerOutputs = {
  sample: (file, { step, index }) => writeFileSync(file, `sample ${step} ${index}`),
  log: () => undefined,
};

const SIDE = 384;
/** From this number of steps on, a drawing has all its details. */
const DETAILED_STEPS = 30;

/** For people: drawings with their prompt, which get richer as training goes on, and a log that says what it is. */
export const DRAWINGS: TrainerOutputs = {
  sample: (file, sample) => {
    // A sample that can't be written is missing, as on the real one.
    void drawing(sample).then(
      (bytes) => writeFileSync(file, bytes),
      () => undefined,
    );
  },
  log: (folder, { name, step, steps }) => {
    const share = Math.round((100 * step) / steps);
    const line = `${name} (simulated, nothing is trained): ${share}%| ${step}/${steps}\n`;
    appendFileSync(`${folder}/log.txt`, line);
  },
};

async function drawing({ prompt, step, steps }: Sample): Promise<Buffer> {
  const progress = step / steps;
  const spec = {
    prompt,
    negative: '',
    seed: '42',
    steps: Math.max(3, Math.round(DETAILED_STEPS * progress)),
    cfg: 3 + 9 * progress,
    sampler: '',
    traits: [],
    index: 0,
    strength: 1,
    source: undefined,
    mask: undefined,
  };
  const pixels = await specPicture(spec, { width: SIDE, height: SIDE }).pixels();
  return openPixels(pixels).jpeg({ quality: 85 }).toBuffer();
}
