import { jsonAnswer, type Answer } from '../http/answer';
import type { NodeRequest } from '../http/node-request';
import type { Route } from '../http/router';
import type { FaultSettings } from '../faults/faults';
import type { RouteContext } from './route-context';

/** What a fault request may ask for beside settings. */
export interface FaultActions {
  readonly dropSockets: () => void;
  readonly restart: (downMs: number) => void;
  readonly mute: (muted: boolean) => void;
}

/** `POST /simulator/faults` and `GET /simulator/runs`, for tests of a simulator in another process. */
export function faultRoutes(context: RouteContext, actions: FaultActions): readonly Route[] {
  return [
    {
      method: 'POST',
      pattern: '/simulator/faults',
      handle: async (request) => applyFaults(request, context, actions),
    },
    {
      method: 'GET',
      pattern: '/simulator/runs',
      handle: () =>
        jsonAnswer(
          Object.fromEntries([...context.runs.all()].map(([id, count]) => [id, { ...count }])),
        ),
    },
  ];
}

async function applyFaults(
  request: NodeRequest,
  { faults }: RouteContext,
  actions: FaultActions,
): Promise<Answer> {
  const { reset, drop_sockets, restart, ...settings } = JSON.parse(
    (await request.body()).toString('utf8'),
  ) as FaultSettings & {
    reset?: boolean;
    drop_sockets?: boolean;
    restart?: { down_ms?: number };
  };
  if (reset === true) faults.reset();
  faults.set(settings);
  actions.mute(faults.mute);
  if (drop_sockets === true) actions.dropSockets();
  if (restart !== undefined) actions.restart(restart.down_ms ?? 0);
  return jsonAnswer({ ok: true });
}
