import type * as Sdk from '@modelcontextprotocol/server' with { 'resolution-mode': 'import' };

/** Tasks that a user can start in the host. */
export const PROMPTS: readonly Sdk.Prompt[] = [
  {
    name: 'make_a_picture',
    title: 'Make a picture',
    description: 'Makes a picture, shows it, and offers changes.',
    arguments: [{ name: 'what', description: 'What it shows.', required: true }],
  },
  {
    name: 'make_a_film',
    title: 'Make a film',
    description: 'Makes a short film of a story, shot by shot.',
    arguments: [
      { name: 'story', description: 'What happens.', required: true },
      { name: 'shots', description: 'How many shots; 3 otherwise.' },
    ],
  },
];

const TEXTS: Readonly<Record<string, (args: Readonly<Record<string, string>>) => string>> = {
  make_a_picture: ({ what }) =>
    `Make a picture with Kinora: ${what ?? ''}

Read the workflows with get_workflows (kind image, runnable), choose a text-to-image one and read its params. Write a prompt in the style that its description asks for, call make_image, wait with get_jobs and show me the result with look. Then say which workflow and seed you used, and offer changes with rerun_job.`,
  make_a_film: ({ story, shots = '3' }) =>
    `Make a film of ${shots} shots with Kinora: ${story ?? ''}

Plan the shots first and tell me the plan. Who or what appears in several shots becomes a character (save_character). Write the project, a scene and its shots with save_story, each shot with image_prompt, motion_prompt and duration_seconds. Make the pictures with make_takes (kind image), wait with get_jobs, look at them, and make again what doesn't fit. Then make the clips (kind video, an i2v workflow) and, if the shots have lines, their speech (kind speech), and wait. Check the film with render_film (dry_run) before you render it, and show me the result.`,
};

/** Throws a protocol error for an unknown prompt and for a missing argument. */
export function promptMessages(
  { name, arguments: args = {} }: Sdk.GetPromptRequestParams,
  sdk: typeof Sdk,
): Sdk.GetPromptResult {
  const prompt = PROMPTS.find((one) => one.name === name);
  const text = TEXTS[name];
  if (!prompt || !text) {
    const names = PROMPTS.map((one) => one.name).join(', ');
    const reason = `There is no such prompt. There are: ${names}.`;
    throw new sdk.ProtocolError(sdk.INVALID_PARAMS, reason);
  }
  const missing = prompt.arguments?.find((one) => one.required === true && !args[one.name]);
  if (missing)
    throw new sdk.ProtocolError(sdk.INVALID_PARAMS, `Send the argument ${missing.name}.`);
  const description = prompt.description ?? '';
  return {
    description,
    messages: [{ role: 'user', content: { type: 'text', text: text(args) } }],
  };
}
