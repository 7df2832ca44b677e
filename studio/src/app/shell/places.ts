import {
  type IconProps,
  IconListCheck,
  IconMovie,
  IconPhoto,
  IconSchool,
  IconServer2,
  IconSettings,
  IconTopologyStar3,
  IconUsers,
  IconWand,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { shellWords } from '../words';

export interface Place {
  readonly to:
    | '/generate'
    | '/gallery'
    | '/jobs'
    | '/characters'
    | '/projects'
    | '/training'
    | '/workflows'
    | '/nodes'
    | '/settings';
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
}

/** The pages that the rail leads to, in its order. */
export const PLACES: readonly Place[] = [
  { to: '/generate', label: shellWords.generate, icon: IconWand },
  { to: '/gallery', label: shellWords.gallery, icon: IconPhoto },
  { to: '/jobs', label: shellWords.jobs, icon: IconListCheck },
  { to: '/characters', label: shellWords.characters, icon: IconUsers },
  { to: '/projects', label: shellWords.projects, icon: IconMovie },
  { to: '/training', label: shellWords.training, icon: IconSchool },
  { to: '/workflows', label: shellWords.workflows, icon: IconTopologyStar3 },
  { to: '/nodes', label: shellWords.nodes, icon: IconServer2 },
];

export const SETTINGS: Place = { to: '/settings', label: shellWords.settings, icon: IconSettings };
