import type { RenderRecord } from '../dto/render.response';
import type { ListedRender } from '../records/renders.repository';

/** Names each outgoing field, so that a new column can't leak. */
export function renderRecord(render: ListedRender): RenderRecord {
  const { id, project_id, status, settings, frames_done, frames_total, path, poster } = render;
  const { error, created_at, started_at, finished_at } = render;
  return {
    id,
    project_id,
    status,
    settings,
    seconds: frames_total / settings.fps,
    frames_done,
    frames_total,
    path,
    poster,
    error,
    created_at,
    started_at,
    finished_at,
  };
}
