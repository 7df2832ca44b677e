import { Outlet } from '@tanstack/react-router';
import { useSession } from '../../api/session';
import { Lightbox } from '../../features/lightbox/public';
import { Notices, TopNotice } from '../../features/notices/public';
import { PaletteHost } from '../../features/palette/public';
import { SignIn } from '../../features/sign-in/public';
import { shellWords } from '../words';
import { BottomBar } from './BottomBar';
import { DocumentTitle } from './DocumentTitle';
import { Rail } from './Rail';
import styles from './Shell.module.css';

/** The frame of every page: the rail (a bottom bar on phones), the page, and what lies above it. */
export function Shell() {
  // What pages show depends on who asks, and a note above them would move them when it comes later.
  const isKnown = !useSession().isPending;
  return (
    <div className={styles.app}>
      <DocumentTitle />
      <a className={styles.skip} href="#content">
        {shellWords.skipToContent}
      </a>
      <Rail />
      <div className={styles.content}>
        {isKnown && <TopNotice />}
        <main id="content" className={styles.page} tabIndex={-1}>
          {isKnown && <Outlet />}
        </main>
      </div>
      <BottomBar />
      <Lightbox />
      <PaletteHost />
      <Notices />
      <SignIn />
    </div>
  );
}
