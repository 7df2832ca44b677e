import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TextLink } from '../../routing/links';
import { openPalette, PALETTE_SHORTCUT } from '../palette/public';
import { RunningPill } from './RunningPill';
import pathStyles from './PathTitle.module.css';
import styles from './TopBar.module.css';
import { topBarWords } from './words';

interface TopBarProps {
  /** The page's own content, at the left. */
  readonly children?: ReactNode;
  /** What the content is: beside a field or a prompt, the search takes less room. */
  readonly kind?: 'title' | 'field' | 'prompt';
}

/** The row at the top of every page: what the page puts there, then search and what runs. */
export function TopBar({ children, kind = 'title' }: TopBarProps) {
  return (
    <header className={styles.container}>
      <div className={`${styles.bar} ${styles[kind] ?? ''}`}>
        <div className={styles.content}>{children}</div>
        <Tooltip label={`${topBarWords.search} (${PALETTE_SHORTCUT})`}>
          <UnstyledButton
            className={styles.find}
            onClick={openPalette}
            aria-label={`${topBarWords.search} ${PALETTE_SHORTCUT}`}
            aria-keyshortcuts="Control+K Meta+K"
          >
            <IconSearch size={18} stroke={1.5} aria-hidden="true" />
            <span className={styles.findText}>{topBarWords.search}</span>{' '}
            <kbd className={styles.keys}>{PALETTE_SHORTCUT}</kbd>
          </UnstyledButton>
        </Tooltip>
        <RunningPill />
      </div>
    </header>
  );
}

interface PathTitleProps {
  /** The place that lists what the page shows one of. */
  readonly to: '/characters' | '/projects' | '/training';
  readonly place: string;
  /** Empty until it is known, or if there is no such item. */
  readonly name: string;
}

/** The title of a page about one item: a link to its place, then the item's name. */
export function PathTitle({ to, place, name }: PathTitleProps) {
  return (
    <h1 className={pathStyles.title}>
      <TextLink to={to} className={pathStyles.back}>
        {place}
      </TextLink>
      {name !== '' && (
        <>
          <span aria-hidden="true">/</span>
          <bdi title={name}>{name}</bdi>
        </>
      )}
    </h1>
  );
}
