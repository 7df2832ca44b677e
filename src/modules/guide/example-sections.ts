import { GENERATE_FIELDS } from '../workflows/public/generate-fields';
import { type Example, type Examples, chooseExamples } from './examples';
import type { Sections } from './guide-template';
import type { GuideFacts } from './guide-facts';

/** Chapters with examples that this caller can run here now, or a sentence that there are none. */
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

const NONE = 'None of your workflows that a node can run';

function planSection({ picture, clip }: Examples): string {
  const planned = [picture, clip].filter((example) => example !== null);
  if (planned.length === 0)
    return `\n${NONE} starts from words alone. For another, plan the body that you would submit, with its \`type\` beside it.\n`;
  return blocks(
    planned.map(({ kind, fields, seed }) =>
      request(
        'POST',
        '/api/plan',
        { type: kind, ...fields, prompt: 'a red fox', ...seed },
        '→ 200',
      ),
    ),
  );
}

function pictureSection({ picture }: Examples): string {
  if (!picture) return `\n${NONE} makes a picture from words.\n`;
  const view = 'GET /media/{picture}?thumbnail=512\n→ 200';
  return blocks([...submitAndWait(picture, picture.seed, 'picture'), view]);
}

function editSection({ picture, edit }: Examples): string {
  if (!edit) return `\n${NONE} edits a picture.\n`;
  return blocks(submitAndWait(edit, source(edit, picture ? '{picture}' : '{upload}'), 'picture'));
}

function upscaleSection({ picture, edit, upscale }: Examples): string {
  if (!upscale) return `\n${NONE} makes a picture larger.\n`;
  const from = (picture ?? edit) ? '{picture}' : '{upload}';
  const note = upscale.usesPrompt ? '' : '\n`prompt` is required and only recorded here.\n';
  return `${note}${blocks(submitAndWait(upscale, source(upscale, from), 'large'))}`;
}

function clipsSection({ picture, clip, motion }: Examples): string {
  const still = picture ? '{picture}' : '{upload}';
  const fromText = clip ? `\nFrom words:\n${blocks(submitAndWait(clip, {}, 'clip'))}` : '';
  const fromPicture = motion
    ? `\nFrom a picture, which is the first frame; the words say what happens:\n${blocks(submitAndWait(motion, source(motion, still), 'clip'))}`
    : '';
  return clip || motion ? `${fromText}${fromPicture}` : `\n${NONE} makes clips.\n`;
}

const KEEP_A_PERSON = `
To keep a person or a place, make the later stills from the first one, once it is there: as in
[Edit a picture](#edit-a-picture), with the \`path\` of the first still as its picture.
`;

/** Ends the prompt of every shot, so that all shots look alike. */
const SHOT = '{look}, at dusk, 35 mm film still, teal and amber';
const SHOT_NAME = { filename_prefix: 'shot-{shot}' };

/** Uses generated stills if possible, else text only, else the caller's own pictures. */
function filmSection({ picture, clip, motion, edit }: Examples): string {
  if (picture && motion)
    return `${blocks([
      ...submitAndWait(
        picture,
        { prompt: SHOT, ...sizeOf(picture, motion), ...SHOT_NAME },
        'still',
      ),
      ...submitAndWait(
        motion,
        { prompt: '{move}', ...source(motion, '{still}'), ...SHOT_NAME },
        'clip',
      ),
    ])}${edit?.modes.includes('edit') ? KEEP_A_PERSON : ''}`;
  if (clip) return blocks(submitAndWait(clip, { prompt: `${SHOT}, {move}`, ...SHOT_NAME }, 'clip'));
  if (motion)
    return `\nUpload a picture for every shot; here all begin with the same one.\n${blocks(
      submitAndWait(
        motion,
        { prompt: '{move}', ...source(motion, '{upload}'), ...SHOT_NAME },
        'clip',
      ),
    )}`;
  return `\n${NONE} makes clips, so you can't make a film here now.\n`;
}

/** The still gets the size of the clip, so that it need not be cropped. */
function sizeOf(picture: Example, { fields: { width, height } }: Example): object {
  const isSized = typeof width === 'number' && typeof height === 'number';
  return isSized && picture.supportsSize(width, height) ? { width, height } : {};
}

function source({ kind, picture }: Example, path: string): object {
  if (picture === null) return {};
  const file = { [picture]: path };
  return GENERATE_FIELDS[kind].has(picture) ? file : { workflow_params: file };
}

/** A submission, and the call that waits for its outputs. */
function submitAndWait(example: Example, fields: object, keep: string): readonly string[] {
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

/** One line, with a space after each comma and colon outside of strings. */
const json = (body: object): string =>
  `{${Object.entries(body)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')}}`;

const request = (method: string, head: string, body: object, answer: string): string =>
  `${method} ${head}\n\n${json(body)}\n${answer}`;

const blocks = (requests: readonly string[]): string =>
  `\n\`\`\`http\n${requests.join('\n\n')}\n\`\`\`\n`;
