import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../api/session';
import { Lightbox } from '../../features/lightbox/public';
import { Banners, LiveRegion, TopNotice } from '../../features/notices/public';
import { PaletteHost } from '../../features/palette/public';
import { SignIn } from '../../features/sign-in/public';
import { shellWords } from '../words';
import { BottomBar } from './BottomBar';
import { DocumentTitle } from './DocumentTitle';
import { Rail } from './Rail';
import styles from './Shell.module.css';
import { useSafeDrops } from './use-safe-drops';

/** The frame of every page: the rail (a bottom bar on phones), the page, and what lies above it. */
export function Shell() {
  const isEntered = useIsEntered();
  useSafeDrops();
  return (
    <div className={styles.app}>
      <DocumentTitle />
      <a className={styles.skip} href="#content">
        {shellWords.skipToContent}
      </a>
      <Rail isEntered={isEntered} />
      <div className={styles.content}>
        {isEntered && <TopNotice />}
        {/* Another element once there is something in it: none moves when a note appears above. */}
        <div key={String(isEntered)} className={styles.page}>
          <main id="content" className={styles.main} tabIndex={-1}>
            {isEntered && <Outlet />}
          </main>
          <Banners />
        </div>
      </div>
      <BottomBar />
      <Lightbox />
      <PaletteHost />
      <LiveRegion />
      <SignIn />
    </div>
  );
}

/**
 * Whether pages are shown: once it is known who asks, and for good then, so that signing in again loses nothing. A note
 * above the pages would move them if it came later.
 */
function useIsEntered(): boolean {
  const { data, isError } = useSession();
  const [wasEntered, setWasEntered] = useState(false);
  const isAllowed = data ? data.agent !== null || !data.require_api_key : isError;
  if (isAllowed && !wasEntered) setWasEntered(true);
  return wasEntered;
}
