import { blocks, request } from '../requests';

/** What to do with media; the same for all callers. */
export const libraryChapter = (): string => `# The library

\`{file}\` and \`{upload}\` are paths that you kept in the guide; any other paths of yours work, too.

## Sort and keep
${blocks([
  request('PATCH', '/api/media/{file}/metadata', { tags: ['fox'], rating: 5 }, '→ 200'),
  'GET /api/media?tag=fox&sort=rating&limit=20\n→ 200',
  request('POST', '/api/collections', { name: 'Foxes' }, '→ 201, keep collection = id'),
  request('POST', '/api/collections/{collection}/items', { paths: ['{file}'] }, '→ 200'),
  'GET /api/media?collection={collection}\n→ 200',
])}
- Filters: \`q\` (words, \`"a phrase"\`, \`-without\`), \`type\`, \`tag\`, \`not_tag\`, \`character\`, \`workflow\`, \`model\`, \`lora\`, \`seed\`,
  \`min_rating\`, \`favourite\`, \`created_after\`, \`made_from\`, \`trashed=true\`; \`facets=true\` counts the values.
- \`{"name", "kind": "saved", "filter": {…}}\` makes a collection of what the filter finds whenever it is read.
- A preset keeps values for a workflow: \`POST /api/presets\` takes \`{"name", "workflow", "values": {…}}\`. To use one, read it with
  \`GET /api/presets/{preset}\` and send its \`values\` as fields of the submission.

## Look at many at once
${blocks([request('POST', '/api/media/contact-sheet', { paths: ['{file}', '{upload}'] }, '→ 201, keep sheet = path'), 'GET /media/{sheet}?thumbnail=1024\n→ 200'])}
- Up to 64 media in one picture, in \`columns\`, with \`labels\` (a text for each); its \`made_from\` names them.
- \`POST /api/media/{clip}/last-frame\` makes a picture of a clip's last frame; \`GET /api/media/duplicates\` lists near duplicates.
- \`POST /api/media/archive\` with \`paths\` returns a ZIP.

## Delete and restore
${blocks([
  'DELETE /api/media/{sheet}\n→ 200',
  request('POST', '/api/media/restore', { paths: ['{sheet}'] }, '→ 200'),
  request('POST', '/api/media/delete', { filter: { tag: ['fox'] }, dry_run: true }, '→ 200'),
])}
- DELETE moves a file to the trash for \`limits.trash_days\` days (\`GET /api/session\`). There it still counts against your quota. \`POST /api/media/purge\` with \`paths\`
  deletes for good.
- Many: \`POST /api/media/delete\`, \`/restore\`, \`/purge\`, \`/metadata\` take \`paths\` or a \`filter\`; \`"dry_run": true\` only counts.
  \`POST /api/undo/{token}\` with the answer's \`undo.token\` undoes it.
`;
