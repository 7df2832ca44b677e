import { DURABLE_KINDS } from '../../../platform/events/event-kinds';
import { blocks } from '../requests';

/** How to hear of changes without asking for each job; the same for all callers. */
export const eventsChapter = (): string => `# Events

## Ask now and then

The first call answers where to begin, the second one what has changed since. Send each answer's \`next_since\` with the next call, at once while \`has_more\` is true.
${blocks([
  'GET /api/events?since=latest\n→ 200, keep place = next_since',
  'GET /api/events?since={place}&events=job,output,media\n→ 200, keep place = next_since',
])}
- \`items[].type\` is ${DURABLE_KINDS.map((kind) => `\`${kind}\``).join(', ')} or \`resync\`; \`data\` is what it tells of.
- Events are kept for 24 hours. \`resync\`: some are gone, so load again what you need.

## Stay connected

- \`GET /api/events\` streams all that you may see (server-sent events), \`GET /api/jobs/{job}/events\` one job until \`end\`.
  \`?events=job,progress\` narrows both. Send the last \`id\` as \`Last-Event-ID\` to go on after a lost connection.
- A heartbeat comes every 5 seconds: connect again when nothing came for 12.

## Be called

\`POST /api/webhooks\` with \`{"url": "https://…", "events": ["job"]}\` (kinds as above) has the service send events to a server of
yours until they are accepted, signed with the \`secret\` that only this answer contains;
\`GET /api/webhooks/{webhook}/deliveries\` shows how that went.
`;
