import type { Ids } from '../../../platform/clock/clock';

const ID_BYTES = 12;

/** A new id of a project or of something in it. */
export const storyId = (ids: Ids, prefix: 'prj' | 'scn' | 'sht' | 'tak' | 'gen' | 'rnd'): string =>
  `${prefix}_${ids.token(ID_BYTES)}`;
