import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOwnRunningSummary } from '../../api/own-jobs';
import { shellWords } from '../words';
import { documentTitle } from './model';
import { PLACES, SETTINGS } from './places';
import { progressIcon } from './progress-icon';

/** The icon is drawn again for every twentieth only. */
const ICON_STEPS = 20;

/** Title and icon of the browser's tab: the page, and how far the running jobs of this account are. */
export function DocumentTitle() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { running, fraction } = useOwnRunningSummary();
  const page = [...PLACES, SETTINGS].find(({ to }) => pathname.startsWith(to))?.label;
  const title = documentTitle(page, shellWords.product, { running, fraction });
  const step = running > 0 ? Math.floor(fraction * ICON_STEPS) / ICON_STEPS : null;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    link?.setAttribute('href', progressIcon(step));
  }, [step]);
  return null;
}
