import type { Transaction } from '../../../platform/database/write-gate';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaTombstoneEntity } from '../entities/media-tombstone.entity';
import type { OutputKey } from '../storage/stored-name';

type KeyColumns = Pick<MediaAsset, 'prompt_id' | 'node_id' | 'output_index'>;

/** The key of a job's output; `null` for everything else. */
export function outputKey({ prompt_id, node_id, output_index }: KeyColumns): OutputKey | null {
  if (prompt_id === null || node_id === null || output_index === null) return null;
  return { promptId: prompt_id, nodeId: node_id, index: output_index };
}

export const columns = ({ promptId, nodeId, index }: OutputKey) => ({
  prompt_id: promptId,
  node_id: nodeId,
  output_index: index,
});

const OF_KEY = 'WHERE prompt_id = $1 AND node_id = $2 AND output_index = $3';

/** Whether this output was stored before; it may have been purged since. */
export async function isKnown(
  manager: Transaction,
  { promptId, nodeId, index }: OutputKey,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `SELECT 1 FROM media_assets ${OF_KEY} UNION ALL SELECT 1 FROM media_tombstones ${OF_KEY}`,
    [promptId, nodeId, index],
  );
  return rows.length > 0;
}

/** Keeps outputs among these assets from ever being stored again. */
export async function insertTombstones(
  tx: Transaction,
  assets: readonly MediaAsset[],
): Promise<void> {
  const rows = assets.flatMap((asset) => {
    const key = outputKey(asset);
    return key ? [columns(key)] : [];
  });
  if (rows.length > 0) await tx.insert(MediaTombstoneEntity, rows);
}
