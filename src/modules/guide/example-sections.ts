import { type Examples, chooseExamples } from './examples';
import type { Sections } from './guide-template';
import type { GuideFacts } from './guide-facts';
import { blocks, NONE, request, source, submitAndWait } from './requests';

/** Sections with examples that this caller can run here now, or with a sentence that there are none. */
export function exampleSections(
  facts: GuideFacts,
): Pick<Sections, 'plan' | 'picture' | 'character' | 'edit' | 'upscale' | 'clips' | 'several'> {
  const examples = chooseExamples(facts);
  return {
    plan: planSection(examples),
    picture: pictureSection(examples),
    character: characterSection(facts, examples),
    edit: editSection(examples),
    upscale: upscaleSection(examples),
    clips: clipsSection(examples),
    several: severalSection(facts, examples),
  };
}

function planSection({ picture, clip }: Examples): string {
  const planned = picture ?? clip;
  if (!planned)
    return `\n${NONE} starts from words alone. For another, plan the body that you would submit, with its \`type\` beside it.\n`;
  const { kind, fields, seed } = planned;
  const body = { type: kind, ...fields, prompt: 'a red fox', ...seed };
  return blocks([request('POST', '/api/plan', body, '→ 200')]);
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

/** A key with a list of characters can't create the one of the example. */
function characterSection({ caller }: GuideFacts, { picture }: Examples): string {
  if (caller.allowedCharacters.length > 0)
    return '\nYou may create and use the characters on the list of your key only.\n';
  const keeper = {
    id: 'keeper-{uuid}',
    name: 'Keeper',
    base_prompt: 'an old lighthouse keeper, white beard, yellow coat',
  };
  const create = request('POST', '/api/characters', keeper, '→ 200, keep character = id');
  if (!picture) return blocks([create]);
  const portrait = { prompt: 'reading by lamplight', characters: [{ id: '{character}' }] };
  return blocks([create, ...submitAndWait(picture, portrait, 'portrait')]);
}

function severalSection(facts: GuideFacts, { picture, clip }: Examples): string {
  const example = picture ?? clip;
  if (!example) return manyJobs(facts);
  const base = { type: example.kind, ...example.fields, prompt: 'a red fox' };
  return `${manyJobs(facts)}
A batch submits by itself and keeps to your limit. Here one request with four seeds:
${blocks([
  request(
    'POST',
    '/api/batches\nIdempotency-Key: {uuid}',
    { base, count: 4 },
    '→ 201, keep batch = id',
  ),
  'GET /api/batches/{batch}?wait=60\n→ 200, while status = running',
  'GET /api/batches/{batch}/contact-sheet\n→ 200',
])}`;
}

function manyJobs({ caller, unfinished }: GuideFacts): string {
  const { maxConcurrentJobs } = caller;
  if (maxConcurrentJobs === 1)
    return '\nYou may have one unfinished job: submit, wait for its end, then submit the next.\n';
  const limit =
    maxConcurrentJobs === null
      ? ''
      : ` At most ${maxConcurrentJobs} may be unfinished (${unfinished} now); at the limit wait for one first.`;
  return `
Submit without waiting, each with its own \`{uuid}\`; then wait for all in one call: \`GET /api/jobs?prompt_ids={job},{job}&wait=60&until=any\`
answers when the first has ended (\`until=all\`: the last).${limit}
`;
}
