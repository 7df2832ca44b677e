import type { Tool } from '../tool';
import { DISCOVER } from './discover';
import { FOLLOW } from './follow';
import { LIBRARY } from './library';
import { MAKE } from './make';
import { STORY } from './story';
import { TRAINING } from './training';

/** All tools, as assistants see them listed. */
export const TOOLS: readonly Tool[] = [
  ...[...DISCOVER, ...MAKE, ...FOLLOW],
  ...[...LIBRARY, ...STORY, ...TRAINING],
];
