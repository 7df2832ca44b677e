import type { JsonRecord } from '../../../platform/json';
import { nonEmpty } from '../brief';
import { excerpt } from '../page';
import type { ToolLink } from '../public/agent-tools';

/** The short form of a media record. */
export function briefMedia(record: JsonRecord): JsonRecord {
  return {
    ...nonEmpty(record, 'path', 'type', 'width', 'height', 'duration', 'has_audio'),
    ...excerpt(record, 'prompt'),
    ...excerpt(record, 'description'),
    ...nonEmpty(record, 'tags', 'character_ids', 'workflow', 'prompt_id', 'seed', 'made_from'),
    ...nonEmpty(record, 'source', 'created_at'),
    ...(record['favourite'] === true ? { favourite: true } : {}),
    ...(Number(record['rating']) > 0 ? { rating: record['rating'] } : {}),
  };
}

/** The link to the original of a media record. */
export const mediaLink = ({ path, name, mime }: JsonRecord): ToolLink => ({
  path: String(path),
  name: String(name),
  mime: String(mime),
});
