import type { Media } from '../../api/types';

const THE = { image: 'The picture', video: 'The clip', audio: 'The sound', file: 'The file' };

export const mediaActionWords = {
  deleted: (type: Media['type']) => `${THE[type]} is in the trash`,
  deletedForGood: (type: Media['type']) => `${THE[type]} is deleted`,
  restored: (type: Media['type']) => `${THE[type]} is out of the trash`,
} as const;
