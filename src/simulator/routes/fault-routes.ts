import { json } from 'node:stream/consumers';
import { jsonAnswer, type Answer } from '../http/answer';
import type { FaultSettings } from '../faults/faults';
import type { NodeRequest, RouteContext, Routes } from './route-context';

/** What a fault request may ask for beside settings. */
export interface FaultActions {
  readonly dropSockets: () => void;
  readonly restart: (downMs: number) => void;
  readonly mute: (muted: boolean) => void;
}

/** `POST /simulator/faults` and `GET /simulator/runs`, for tests of a simulator in another process. */
export function faultRoutes(context: RouteContext, actions: FaultActions): Routes {
  return {
    'POST /simulator/faults': async (request) => applyFaults(request, context, actions),
    'GET /simulator/runs': () =>
      jsonAnswer(
        Object.fromEntries([...context.runs.all()].map(([id, count]) => [id, { ...count }])),
      ),
  };
}

async function applyFaults(
  request: NodeRequest,
  { faults }: RouteContext,
  actions: FaultActions,
): Promise<Answer> {
  const { reset, drop_sockets, restart, ...settings } = (await json(request)) as FaultSettings & {
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
