import { DURABLE_KINDS } from '../../../platform/events/event-kinds';
import { blocks } from '../requests';

/** How to hear of changes without asking for each job; the same for all callers. */
export const eventsChapter = (): string => `# Events

## Ask now and then

The first call returns where to begin, the second one what has changed since. Send each answer's \`next_since\` with the next call, at once while \`has_more\` is true.
${blocks([
  'GET /api/events?since=latest\n→ 200, keep place = next_since',
  'GET /api/events?since={place}&events=job,output,media\n→ 200, keep place = next_since',
])}
- \`items[].type\` is ${DURABLE_KINDS.map((kind) => `\`${kind}\``).join(', ')} or \`resync\`; \`data\` describes the change.
  A \`job\` comes with each change of the job's \`status\`.
- Events are kept for 24 hours. \`resync\`: some are gone, so reload what you need.

## Stay connected

- \`GET /api/events\` streams all that you may see (server-sent events), \`GET /api/jobs/{job}/events\` one job until \`end\`.
  \`?events=job,progress\` narrows both. Send the last \`id\` as \`Last-Event-ID\` to continue after a lost connection.
- A heartbeat comes every 5 seconds: reconnect when nothing has come for 12.

## Be called

\`POST /api/webhooks\` with \`{"url": "https://…", "events": ["job"]}\` (types as above; \`resync\` always comes) makes the service send
events to a server of yours, at a public https address unless the operator admits others. \`POST /api/webhooks/{webhook}/test\`
sends one to try it.

- The body is \`{"type", "timestamp", "data"}\`. Answer 2xx within 10 seconds. Otherwise it is sent again, for a day; then the webhook is
  disabled (\`disabled_reason\`).
- \`webhook-signature\` has, after \`v1,\`, the base64 of the HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`: two headers and
  the bytes as received. Its key is the base64 after \`whsec_\` in the \`secret\`, which only the first answer contains.
  Libraries for Standard Webhooks do this.
- A message may come twice, with the same \`webhook-id\`. \`GET /api/webhooks/{webhook}/deliveries\` shows what was sent, and
  \`POST /api/webhooks/{webhook}/deliveries/{delivery}/redeliver\` sends one again.
- \`PATCH /api/webhooks/{webhook}\` with \`{"enabled": false}\` pauses it, \`DELETE /api/webhooks/{webhook}\` ends it.
`;
