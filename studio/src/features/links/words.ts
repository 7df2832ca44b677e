import type { Media } from '../../api/types';
import type { Reach } from './model';

const THIS: Readonly<Record<Media['type'], string>> = {
  image: 'this picture',
  video: 'this clip',
  audio: 'this sound',
  file: 'this file',
};

export const linkWords = {
  title: 'Share link',
  who: (type: Media['type']) =>
    `Anybody who has the link can open ${THIS[type]}, without a key, until the link ends. Nothing else of yours can be opened with it.`,
  ends: 'The link ends after',
  lifetimes: { 3_600: '1 hour', 86_400: '1 day', 259_200: '3 days', 604_800: '7 days' },
  make: 'Make link',
  cancel: 'Cancel',
  close: 'Close',
  link: 'Link',
  once: 'Copy it now: it is shown only here.',
  endsAt: 'It ends',
  revokeIn: 'Before that, you can revoke it in the',
  settings: 'settings',
  reach: {
    computer:
      'Its address works on this computer only. For others, open the Studio at the address that they use, or set server.public_url in config.json, and make another link.',
    network: 'Its address works in the network of this Kinora only.',
    everywhere: undefined,
  } satisfies Readonly<Record<Reach, string | undefined>>,
  done: 'Done',
} as const;
