import { type Example, exampleFor } from '../examples';
import type { GuideFacts } from '../guide-facts';
import { blocks, request, submitAndWait } from '../requests';

const TRAINING = '/api/lora-training';
const RUN = `${TRAINING}/jobs/{run}`;

/** Workflows whose base model a template trains, with the template; `null` is the default one. */
const TRAINABLE: readonly (readonly [workflow: string, template: string | null])[] = [
  ['z-image-turbo-t2i', null],
  ['sdxl-t2i', 'sdxl_identity'],
];

/** From pictures to a character with a LoRA of its own. */
export function trainingChapter(facts: GuideFacts): string {
  if (!facts.trains)
    return '# Training a LoRA\n\nNo training toolkit is configured here: tell the operator (`training` in the configuration).\n';
  const choices = TRAINABLE.flatMap(([id, template]) => {
    const example = exampleFor(facts, id);
    return example ? [{ example, template }] : [];
  });
  const [choice] = choices;
  if (!choice)
    return `# Training a LoRA\n\nA LoRA needs a workflow of its base model: ask an admin for ${TRAINABLE.map(([id]) => `\`${id}\``).join(' or ')}, or take another template (\`GET ${TRAINING}/templates\`) for a workflow of yours.\n`;
  const { example, template } = choice;
  return `# Training a LoRA

A LoRA teaches a base model one subject from some pictures. A run may take hours on a real GPU.

## Pictures

Use 10 to 30 that show the subject in different ways; here a batch makes four. Uploads work, too.
${blocks(datasetCalls(example))}
- \`caption\` describes what differs; \`[trigger]\` stands for the trigger word of the run. \`paths\` names single pictures.
- The report warns of damaged, small and similar pictures.
- \`captions\` edits all captions at once; with \`dry_run\` it only shows the changes. \`POST ${TRAINING}/datasets/{dataset}/captions/undo\` with \`{}\` undoes the last change.

## The run

The plan returns \`faults\` (the start would fail), \`warnings\`, and the expected time and disk space. Then start it, and repeat the last
call until the run has ended.
${blocks(runCalls(template))}
- \`base_config\` chooses what is trained: a template of \`GET ${TRAINING}/templates\`, for the base model of your workflow.
- \`ok: false\`: \`error\` says why; nothing was started.
- \`stalled\` says what to do when nothing moves. \`GET ${RUN}/log\`, \`GET ${RUN}/samples\` show its progress, \`GET ${RUN}/samples/{sample}/file\` one picture by its
  \`name\`; \`POST ${RUN}/stop\` ends it.

## The character

${facts.publishes ? published(example, facts) : UNPUBLISHED}`;
}

const UNPUBLISHED = `Checkpoints can't become LoRAs of the nodes here: tell the operator (\`training.lora_dir\` in the configuration).
\`GET ${TRAINING}/checkpoints?job_name={run}\` lists them.
`;

const published = (example: Example, facts: GuideFacts): string =>
  `Publish a checkpoint, which makes it a LoRA that all callers can name, and give it to a character.
${blocks(characterCalls(example, facts))}
- \`POST ${RUN}/verify\` with \`{"workflow", "provider"}\` (the id of one node) renders one seed without and with the LoRA;
  \`GET ${RUN}/verify/{id}\` with the answer's \`id\` says whether that node applies it.
- \`POST ${RUN}/grid\` with \`{"workflow", "provider", "strengths": [0.7, 1]}\` compares checkpoints as a batch.
- \`"lora_checkpoint": "latest"\` in a submission names what your last finished run has published, of the latest step.
`;

function datasetCalls({ fields, kind }: Example): readonly string[] {
  const base = { type: kind, ...fields, prompt: 'a woman in a green coat' };
  return [
    request(
      'POST',
      '/api/batches\nIdempotency-Key: {uuid}',
      { base, count: 4 },
      '→ 201, keep pictures = id',
    ),
    'GET /api/batches/{pictures}?wait=60\n→ 200, while status = running',
    request(
      'POST',
      `${TRAINING}/datasets`,
      { id: 'mara-{uuid}', name: 'Mara' },
      '→ 201, keep dataset = id',
    ),
    request(
      'POST',
      `${TRAINING}/datasets/{dataset}/items`,
      {
        filter: { q: 'woman green coat', type: 'image' },
        caption: '[trigger], a woman in a green coat',
      },
      '→ 200',
    ),
    request(
      'POST',
      `${TRAINING}/datasets/{dataset}/captions`,
      { find: 'green coat', replace: 'coat', dry_run: true },
      '→ 200',
    ),
    `GET ${TRAINING}/datasets/{dataset}/report\n→ 200`,
  ];
}

function runCalls(template: string | null): readonly string[] {
  const run = {
    trigger_word: 'mara_tok',
    dataset: '{dataset}',
    ...(template !== null && { base_config: template }),
    steps: 1500,
  };
  return [
    request('POST', `${TRAINING}/plan`, { job_name: 'mara-plan', ...run }, '→ 200'),
    request(
      'POST',
      `${TRAINING}/start\nIdempotency-Key: {uuid}`,
      { job_name: 'mara-{uuid}', ...run },
      '→ 200, keep run = job_name',
    ),
    `GET ${RUN}?wait=60\n→ 200, while status = queued | starting | running`,
  ];
}

function characterCalls(example: Example, { caller }: GuideFacts): readonly string[] {
  const workflow = example.fields['workflow'];
  const publish = [
    `GET ${TRAINING}/checkpoints?job_name={run}\n→ 200, keep checkpoint = checkpoints[0].name`,
    request(
      'POST',
      `${RUN}/checkpoints/{checkpoint}/publish`,
      { workflow },
      '→ 201, keep lora = name',
    ),
  ];
  const useLora = {
    prompt: 'mara_tok, reading by the window',
    workflow_params: { loras: [{ name: '{lora}' }] },
  };
  // A key with a list of characters can't create the one of the example.
  if (caller.allowedCharacters.length > 0)
    return [...publish, ...submitAndWait(example, useLora, 'portrait')];
  const body = { id: 'mara-{uuid}', name: 'Mara', base_prompt: 'a woman in a green coat' };
  const useCharacter = { prompt: 'reading by the window', characters: [{ id: '{mara}' }] };
  return [
    ...publish,
    request('POST', '/api/characters', body, '→ 200, keep mara = id'),
    request('POST', `${RUN}/bind`, { character: '{mara}', workflow, strength: 0.9 }, '→ 200'),
    ...submitAndWait(example, useCharacter, 'portrait'),
  ];
}
