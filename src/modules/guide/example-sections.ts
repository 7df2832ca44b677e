import { BODY_FIELDS } from '../workflows/public/body-fields';
import { type Example, type Examples, chooseExamples } from './examples';
import type { Sections } from './guide-template';
import type { GuideFacts } from './guide-facts';

/** Chapters with examples that this caller can run here now, or the word that there are none. Pure. */
export function exampleSections(
  facts: GuideFacts,
): Pick<Sections, 'plan' | 'picture' | 'edit' | 'upscale' | 'clips' | 'film'> {
  const examples = chooseExamples(facts);
  return {
    plan: planSection(examples),
    picture: pictureSection(examples),
    edit: editSection(examples),
    upscale: upscaleSection(examples),
    clips: clipsSection(examples),
    film: filmSection(examples),
  };
}

const NONE = 'None of your workflows that can run now';

function planSection({ picture, clip }: Examples): string {
  const planned = [picture, clip].filter((example) => example !== null);
  if (planned.length === 0)
    return `\n${NONE} starts from words alone. For another, plan the body that you would submit, with its \`type\` beside it.\n`;
  return blocks(
    planned.map(({ kind, fields }) =>
      request('POST', '/api/plan', { type: kind, ...fields }, '→ 200'),
    ),
  );
}

function pictureSection({ picture }: Examples): string {
  if (!picture) return `\n${NONE} makes a picture from words.\n`;
  const look = 'GET /media/{picture}?thumbnail=512\n→ 200';
  return blocks([...made(picture, {}, 'picture'), look]);
}

function editSection({ picture, edit }: Examples): string {
  if (!edit) return `\n${NONE} edits a picture.\n`;
  return blocks(made(edit, source(edit, picture ? '{picture}' : '{upload}'), 'picture'));
}

function upscaleSection({ picture, edit, upscale }: Examples): string {
  if (!upscale) return `\n${NONE} makes a picture larger.\n`;
  const from = (picture ?? edit) ? '{picture}' : '{upload}';
  const words = upscale.readsWords ? '' : '\n`prompt` is required and only recorded here.\n';
  return `${words}${blocks(made(upscale, source(upscale, from), 'large'))}`;
}

function clipsSection({ picture, clip, motion }: Examples): string {
  const still = picture ? '{picture}' : '{upload}';
  const words = clip ? `\nFrom words:\n${blocks(made(clip, {}, 'clip'))}` : '';
  const moved = motion
    ? `\nFrom a picture, which is the first frame; the words say what happens:\n${blocks(made(motion, source(motion, still), 'clip'))}`
    : '';
  const lacks = [
    ...(clip ? [] : [`\n${NONE} makes a clip from words.\n`]),
    ...(motion ? [] : [`\n${NONE} makes a clip from one picture.\n`]),
  ];
  return `${words}${moved}${lacks.join('')}`;
}

const KEEPS = `
To keep a person or a place, make the later stills from the first one, once it is there: as in
[Edit a picture](#edit-a-picture), with the \`path\` of the first still as its picture.
`;

const NAMED = { filename_prefix: 'shot-{shot}' };

/** From stills where pictures can be made and moved, else from words, else from the caller's own pictures. */
function filmSection({ picture, clip, motion, edit }: Examples): string {
  if (picture && motion)
    return `${blocks([
      ...made(
        picture,
        { prompt: '{look}, {style}', ...sizeOf(picture, motion), ...NAMED },
        'still',
      ),
      ...made(motion, { prompt: '{move}', ...source(motion, '{still}'), ...NAMED }, 'clip'),
    ])}${edit?.modes.includes('edit') ? KEEPS : ''}`;
  if (clip) return blocks(made(clip, { prompt: '{look}, {style}, {move}', ...NAMED }, 'clip'));
  if (motion)
    return `\nUpload a picture for every shot; here all begin with the same one.\n${blocks(
      made(motion, { prompt: '{move}', ...source(motion, '{upload}'), ...NAMED }, 'clip'),
    )}`;
  return `\n${NONE} makes clips, so you can't make a film here now.\n`;
}

/** A still of the clip's size needs no cutting. */
function sizeOf(picture: Example, { fields: { width, height } }: Example): object {
  const known = typeof width === 'number' && typeof height === 'number';
  return known && picture.makes(width, height) ? { width, height } : {};
}

function source({ kind, picture }: Example, path: string): object {
  if (picture === null) return {};
  const file = { [picture]: path };
  return BODY_FIELDS[kind].has(picture) ? file : { workflow_params: file };
}

/** A submit, and the wait for what it makes. */
function made(example: Example, fields: object, keep: string): readonly string[] {
  const body = { ...example.fields, ...fields };
  return [
    request(
      'POST',
      `/api/${example.kind}/generate\nIdempotency-Key: {uuid}`,
      body,
      '→ 200, keep job = prompt_id',
    ),
    `GET /api/jobs/{job}?wait=60\n→ 200, keep ${keep} = outputs[0].path, while status = queued | running`,
  ];
}

/** In one line, with a space behind every comma and colon outside of texts. */
const json = (body: object): string =>
  `{${Object.entries(body)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')}}`;

const request = (method: string, head: string, body: object, answer: string): string =>
  `${method} ${head}\n\n${json(body)}\n${answer}`;

const blocks = (requests: readonly string[]): string =>
  `\n\`\`\`http\n${requests.join('\n\n')}\n\`\`\`\n`;
