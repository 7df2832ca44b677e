import { chooseExamples, type Example, type Examples } from '../examples';
import type { GuideFacts } from '../guide-facts';
import { blocks, NONE, request } from '../requests';

const PROJECT = '/api/projects/{project}';
const SHOTS = `${PROJECT}/scenes/{scene}/shots`;

/** From a story to a film: what stays the same, scenes and shots, takes, speech, render. */
export function filmChapter(facts: GuideFacts): string {
  const examples = chooseExamples(facts);
  const { picture, clip, motion } = examples;
  if (!picture && !clip && !motion)
    return `# Films\n\n${NONE} makes pictures or clips, so you can't make a film here now.\n`;
  return `# Films

A film is a project: scenes with shots. A shot says what is seen, what moves and what is spoken; takes are its attempts at image,
video and speech, and a completed take becomes the selected one. A render joins what is selected.

## The cast

${cast(facts)}
${blocks([...voiceCalls(facts), request('POST', '/api/projects', projectOf(facts), '→ 201, keep project = id'), request('POST', `${PROJECT}/scenes`, SCENE, '→ 201, keep scene = id')])}
- A scene's \`setting\`, \`location\`, \`weather\` and \`time_of_day\` go into the prompts of its images. A clip with a \`motion_prompt\`
  takes the place from its first frame.
- \`characters\` of the project are its cast; those of a scene or a shot replace it there.

## The shots

Make this call once for every row, in this order:

| {look}                      | {move}                        | {line}                            |
| --------------------------- | ----------------------------- | --------------------------------- |
| a lighthouse on a cliff     | waves roll in, the lamp turns | Every night the lamp is lit.      |
| an old keeper on the stairs | light slides over the stone   | He climbs two hundred steps.      |
| a ship in the storm         | the ship heaves in the rain   | And somebody always finds home.   |
${blocks(shotCalls(facts, examples))}
- \`camera\`: how it is seen. \`lines\`: \`[{"speaker", "text", "pause_seconds"}]\`, of a character's id or \`narrator\`. The captions
  are the lines, or the shot's \`subtitle\` if it has one.
- \`duration_seconds\` (5) is the length; with \`"timing": "fit_dialogue"\` the shot is as long as its speech.
- \`"start_from": "previous_last_frame"\` continues the clip before; \`"end_image": "from_next"\` ends where the next shot starts.

## The takes

Each call makes takes of one kind of all shots that lack one, and continues by itself, within your limit of jobs. The second call
answers when all have ended, at the latest after a minute.
${blocks(takeCalls(facts, examples))}
- \`takes[].error\` says why one failed. Look at the images before you animate them; for another take of a shot:
  \`POST ${SHOTS}/{shot}/image\` or \`/video\` with a generate body without \`prompt\`, then wait for its \`prompt_id\`.
- \`GET ${SHOTS}/{shot}/takes\` lists them; \`POST …/takes/{take}/select\` selects an earlier one. \`{shot}\` and \`{take}\` are
  an \`id\`: of \`shots\` in \`GET ${PROJECT}\`, of \`items\` in the list of takes.
- Changed a shot afterwards? When no take is in progress, \`POST ${PROJECT}/regenerate\` with \`{}\` renews what is stale.

## The film
${blocks(renderCalls)}
- \`faults\` of the dry run say what is missing and what would mend it; only \`blocking\` ones prevent the render.
- \`subtitles\`: \`soft\`, \`burned\` or \`none\`; \`resolution\`: 480p to 2160p; \`transition\`: seconds; \`music\`: a media path.
- \`GET ${PROJECT}/timeline?format=otio\` (\`edl\`, \`srt\`, \`vtt\`) is for editing programs. \`GET ${PROJECT}\` is the whole tree.
`;
}

const cast = ({ caller, speaks }: GuideFacts): string =>
  [
    caller.allowedCharacters.length > 0
      ? 'Characters of your list can be the cast: `"characters": ["<id>"]` of the project.'
      : '`{character}` is the one that you made with the guide (Keep a character).',
    speaks
      ? 'A voice of `GET /api/voices` speaks. `"voice": {"provider", "voice_id"}` of a character speaks its lines.'
      : 'No speech provider is configured here: lines are shown as captions, and nobody speaks them.',
  ].join(' ');

const voiceCalls = ({ speaks }: GuideFacts): readonly string[] =>
  speaks
    ? [
        'GET /api/voices\n→ 200, keep speech_provider = items[0].provider, voice = items[0].voice_id',
      ]
    : [];

const projectOf = ({ caller, speaks }: GuideFacts): object => ({
  title: 'The last lantern',
  aspect_ratio: '16:9',
  ...(caller.allowedCharacters.length === 0 && { characters: ['{character}'] }),
  ...(speaks && { narrator_voice: { provider: '{speech_provider}', voice_id: '{voice}' } }),
});

const SCENE = { scene_number: 1, setting: 'exterior', weather: 'storm', time_of_day: 'dusk' };

/** Without a workflow for stills, clips that start from a picture start from an uploaded one. */
function shotCalls({ speaks }: GuideFacts, { picture, clip, motion }: Examples): readonly string[] {
  const spoken = { lines: [{ speaker: 'narrator', text: '{line}' }], timing: 'fit_dialogue' };
  return [
    request(
      'POST',
      SHOTS,
      {
        image_prompt: '{look}, 35 mm film still, teal and amber',
        motion_prompt: '{move}',
        ...(speaks ? spoken : { subtitle: '{line}' }),
        ...(!picture && !clip && motion && { image: '{upload}' }),
      },
      '→ 201',
    ),
  ];
}

/** The calls that make speech, images and clips. Speech comes first: clips of spoken shots are as long as it is. */
function takeCalls({ speaks }: GuideFacts, { picture, clip, motion }: Examples): readonly string[] {
  const moving = picture ? motion : (clip ?? motion);
  return [
    ...(speaks ? generation({ kind: 'speech' }) : []),
    ...(picture ? generation({ kind: 'image', ...makerOf(picture) }) : []),
    ...(moving ? generation({ kind: 'video', ...makerOf(moving) }) : []),
  ];
}

/** Length and size come from the shot and the project. */
function makerOf({ fields }: Example): object {
  const { workflow, provider, guidance, checkpoint } = fields;
  const kept = Object.entries({ guidance, checkpoint }).filter(([, value]) => value !== undefined);
  const more = kept.length > 0 ? { fields: Object.fromEntries(kept) } : {};
  return { workflow, provider, ...more };
}

const generation = (body: object): readonly string[] => [
  request(
    'POST',
    `${PROJECT}/generate\nIdempotency-Key: {uuid}`,
    body,
    '→ 201, keep generation = id',
  ),
  `GET ${PROJECT}/generations/{generation}?wait=60\n→ 200, while status = running`,
];

const renderCalls = [
  request(
    'POST',
    `${PROJECT}/renders`,
    { resolution: '480p', subtitles: 'soft', dry_run: true },
    '→ 200',
  ),
  request(
    'POST',
    `${PROJECT}/renders\nIdempotency-Key: {uuid}`,
    { resolution: '480p', subtitles: 'soft' },
    '→ 201, keep render = id',
  ),
  `GET ${PROJECT}/renders/{render}?wait=60\n→ 200, keep film = path, while status = queued | running`,
  'GET /media/{film}\n→ 200',
];
