/** Bodies for the documentation that work as they stand. */
export const IMAGE_TAKE_EXAMPLES = {
  from_the_shot: {
    summary: 'Prompt, cast and size from the shot',
    value: { workflow: 'sdxl-t2i', provider: 'auto' },
  },
  own_prompt: {
    summary: 'With a prompt of its own',
    value: { workflow: 'sdxl-t2i', provider: 'auto', prompt: 'the lamp alone, close-up', seed: 42 },
  },
  dry_run: {
    summary: 'What it would be, without making it',
    value: { workflow: 'sdxl-t2i', provider: 'auto', submit: false },
  },
};

export const VIDEO_TAKE_EXAMPLES = {
  from_words: {
    summary: 'From the prompts of the shot, small and short',
    value: { workflow: 'wan22-5b-t2v', provider: 'auto', width: 640, height: 352, length: 25 },
  },
  dry_run: {
    summary: 'What it would be, without making it',
    value: { workflow: 'wan22-5b-t2v', provider: 'auto', submit: false },
  },
};
