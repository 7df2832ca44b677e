import { Outlet } from '@tanstack/react-router';
import { Lightbox } from '../../features/lightbox/public';
import { shellWords } from '../words';
import { BottomBar } from './BottomBar';
import { Rail } from './Rail';
import styles from './Shell.module.css';

/** The frame of every page: the rail (a bottom bar on phones), the page, and what lies above it. */
export function Shell() {
  return (
    <div className={styles.app}>
      <a className={styles.skip} href="#content">
        {shellWords.skipToContent}
      </a>
      <Rail />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar />
      <Lightbox />
    </div>
  );
}
