import { blocks, request } from '../requests';

const BLACK_PAGE = {
  '1': {
    class_type: 'EmptyImage',
    inputs: { width: 512, height: 512, batch_size: 1, color: 0 },
  },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
};

/** What only admins may do. */
export const adminChapter = (): string => `# For admins

You see what everybody made; your records have \`owner\`.

## Keys

\`key\` is answered once: pass it on, and don't store it.
${blocks([
  request(
    'POST',
    '/api/agents',
    { id: 'crew-{uuid}', name: 'Film crew' },
    '→ 201, keep crew = agent.id',
  ),
  request('PATCH', '/api/agents/{crew}', { max_concurrent_jobs: 4 }, '→ 200'),
  'DELETE /api/agents/{crew}\n→ 200',
])}
- \`allowed_workflows\`, \`allowed_characters\`: ids; empty allows all. \`max_concurrent_jobs\`: unfinished jobs at a time; null: any number.
- \`PATCH\` with \`{"enabled": false}\` revokes a key, \`POST /api/agents/{crew}/rotate\` replaces it. What a deleted key made stays, for admins.
- \`GET /api/audit\` lists what was changed, and by whom.

## Bring a workflow

\`graph\` is a file of ComfyUI's editor or its API format; or send \`media\`, the \`path\` of a file that carries one. What you know
better goes into \`manifest\` (fields: \`/openapi.json\`).
${blocks([
  request('POST', '/api/workflows', { id: 'black-page', graph: BLACK_PAGE }, '→ 201'),
  'DELETE /api/workflows/black-page\n→ 200',
])}
- \`workflow\` is its record, with \`next\`; null while \`report.status\` is \`needs_nodes\`: a file of the editor
  is converted once a node has its classes. One in the API format has its record at once.
- \`report.providers[]\` says where it is \`runnable\`, and what each node lacks.
- To replace it, delete it, then send the other; its jobs and files stay.
`;
