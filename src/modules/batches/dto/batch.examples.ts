const BASE = {
  type: 'image',
  workflow: 'sdxl-t2i',
  provider: 'auto',
  prompt: 'a lighthouse on a cliff at dusk, photograph',
};

/** Bodies for the documentation that work as they stand. */
export const BATCH_EXAMPLES = {
  product: {
    summary: 'Every combination of two fields',
    value: {
      name: 'Steps and guidance',
      base: BASE,
      axes: [
        { param: 'steps', values: [15, 30] },
        { param: 'cfg', values: [4, 7] },
      ],
    },
  },
  seeds: {
    summary: 'Four seeds of one request',
    value: { base: { ...BASE, seed: 100 }, count: 4 },
  },
  dry_run: {
    summary: 'What a batch would be, without making it',
    value: { base: { ...BASE, seed: 100 }, count: 4, dry_run: true },
  },
  zip: {
    summary: 'A prompt and a size for each run',
    value: {
      base: BASE,
      mode: 'zip',
      axes: [
        { param: 'prompt', values: ['a red fox in the snow', 'a lighthouse in a storm'] },
        { param: 'width', values: [1024, 768] },
      ],
    },
  },
};
