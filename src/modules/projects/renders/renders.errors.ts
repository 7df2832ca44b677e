import { codedError } from '../../../platform/errors/app-error';
import type { Fault } from '../preflight/preflight';

export class RenderNotFound extends codedError({
  code: 'render_not_found',
  status: 404,
  meaning:
    'The project has no render with this id. GET /api/projects/{project_id}/renders lists them.',
}) {
  constructor(projectId: string) {
    super('The project has no render with this id.', {
      hint: `GET /api/projects/${projectId}/renders`,
    });
  }
}

export class RenderRunning extends codedError({
  code: 'render_running',
  status: 409,
  meaning:
    'Another render of the project is unfinished; `render_id` names it. Wait for it, cancel it, or send "parallel": true.',
}) {
  constructor(projectId: string, renderId: string) {
    super(
      'Another render of this project is unfinished. Wait for it, cancel it, or send "parallel": true.',
      {
        hint: `GET /api/projects/${projectId}/renders/${renderId}`,
        extras: { render_id: renderId },
      },
    );
  }
}

export class RenderCap extends codedError({
  code: 'render_cap',
  status: 429,
  meaning:
    'The key has reached its limit of unfinished renders. Wait until one ends, or cancel one.',
}) {
  constructor(cap: number) {
    super(
      `This key has ${cap} unfinished renders, which is the most. Wait until one ends, or cancel one.`,
      { headers: { 'Retry-After': '60' } },
    );
  }
}

export class RenderFinished extends codedError({
  code: 'render_finished',
  status: 409,
  meaning: 'The render has ended, or its film is finished, so there is nothing to cancel.',
}) {
  constructor(projectId: string, id: string, status: string) {
    const why = status === 'running' ? 'its film is finished' : `it is ${status}`;
    super(`The render can't be cancelled any more: ${why}.`, {
      hint: `GET /api/projects/${projectId}/renders/${id}`,
      extras: { status },
    });
  }
}

export class PreflightFailed extends codedError({
  code: 'preflight_failed',
  status: 409,
  meaning:
    'The project is not ready to be rendered. `faults` lists what is wrong and how to correct it; those with "blocking": true have to be corrected first. The same request with "dry_run": true answers the list alone.',
}) {
  constructor(faults: readonly Fault[]) {
    const first = faults.find(({ blocking }) => blocking)?.detail ?? '';
    super(`The project is not ready to be rendered. ${first}`, { extras: { faults } });
  }
}
