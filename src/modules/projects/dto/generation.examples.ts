/** Bodies for the documentation that work as they stand. */
export const GENERATE_EXAMPLES = {
  images: {
    summary: 'A new picture of each shot',
    value: { kind: 'image', only: 'all', workflow: 'sdxl-t2i', provider: 'auto' },
  },
  dry_run: {
    summary: 'What would be made, without making it',
    value: { kind: 'image', only: 'all', workflow: 'sdxl-t2i', provider: 'auto', dry_run: true },
  },
};

export const REGENERATE_EXAMPLES = {
  again: { summary: 'Make again what is stale or rejected', value: {} },
  dry_run: { summary: 'What would be made again, without making it', value: { dry_run: true } },
};
