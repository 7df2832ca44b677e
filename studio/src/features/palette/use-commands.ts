import {
  IconBook,
  IconDeviceDesktop,
  IconFileImport,
  IconKeyboard,
  IconListCheck,
  IconMoon,
  IconMovie,
  IconPhoto,
  IconPlus,
  IconSchool,
  IconSearch,
  IconServer2,
  IconSettings,
  IconSun,
  IconTopologyStar3,
  IconUpload,
  IconUserPlus,
  IconUsers,
  IconWand,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useIsAdmin } from '../../api/session';
import { chooseTheme } from '../../ui/theme-choice';
import { matching } from './model';
import type { PaletteEntry } from './PaletteAction';
import { openShortcuts } from './shortcut-requests';
import { paletteWords } from './words';

const PAGES = [
  { to: '/generate', label: paletteWords.generate, icon: IconWand },
  { to: '/gallery', label: paletteWords.gallery, icon: IconPhoto },
  { to: '/jobs', label: paletteWords.jobs, icon: IconListCheck },
  { to: '/characters', label: paletteWords.charactersPage, icon: IconUsers },
  { to: '/projects', label: paletteWords.projects, icon: IconMovie },
  { to: '/training', label: paletteWords.training, icon: IconSchool },
  { to: '/workflows', label: paletteWords.workflowsPage, icon: IconTopologyStar3 },
  { to: '/nodes', label: paletteWords.nodes, icon: IconServer2 },
  { to: '/settings', label: paletteWords.settings, icon: IconSettings },
] as const;

/** What makes something new, each in a dialog of its page. */
const CREATING = [
  { to: '/characters', label: paletteWords.newCharacter, icon: IconUserPlus },
  { to: '/projects', label: paletteWords.newProject, icon: IconPlus },
  { to: '/workflows', label: paletteWords.importWorkflow, icon: IconFileImport, isForAdmins: true },
] as const;

const SETTINGS: readonly PaletteEntry[] = [
  {
    id: 'theme system',
    label: paletteWords.theme.system,
    icon: IconDeviceDesktop,
    run: () => chooseTheme('system'),
  },
  {
    id: 'theme light',
    label: paletteWords.theme.light,
    icon: IconSun,
    run: () => chooseTheme('light'),
  },
  {
    id: 'theme dark',
    label: paletteWords.theme.dark,
    icon: IconMoon,
    run: () => chooseTheme('dark'),
  },
  {
    id: 'shortcuts',
    label: paletteWords.shortcuts,
    icon: IconKeyboard,
    run: openShortcuts,
  },
  {
    id: 'docs',
    label: paletteWords.docs,
    icon: IconBook,
    run: () => void open('/docs', '_blank', 'noopener'),
  },
];

/** Pages and commands that match the query. */
export function useCommands(query: string, upload: () => void) {
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  const pages = matching(PAGES, query, PAGES.length).map(({ to, label, icon }): PaletteEntry => ({
    id: to,
    label,
    icon,
    run: () => void navigate({ to }),
  }));
  const searchGallery: PaletteEntry = {
    id: 'search gallery',
    label: paletteWords.searchGallery(query),
    icon: IconSearch,
    run: () => void navigate({ to: '/gallery', search: { q: query } as object }),
  };
  const uploading: PaletteEntry = {
    id: 'upload',
    label: paletteWords.upload,
    icon: IconUpload,
    run: upload,
  };
  const creating = CREATING.filter((command) => isAdmin || !('isForAdmins' in command)).map(
    ({ to, label, icon }): PaletteEntry => ({
      id: `new ${to}`,
      label,
      icon,
      run: () => void navigate({ to, search: { new: true } }),
    }),
  );
  const commands = [uploading, ...creating, ...SETTINGS];
  return {
    pages,
    searchGallery: query === '' ? [] : [searchGallery],
    commands: matching(commands, query, commands.length),
  };
}
