import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Media } from '../../api/types';
import { useCloseOverlay } from '../../routing/overlay';
import { rootRoute } from '../../routing/root-route';
import { type LightboxNeighbours, setNeighbours } from './neighbours';

const Viewer = lazy(async () => ({ default: (await import('./Viewer')).Viewer }));
const Comparison = lazy(async () => ({
  default: (await import('./compare/Comparison')).Comparison,
}));
const Details = lazy(async () => ({
  default: (await import('./details/MediaDetails')).MediaDetails,
}));
const Uses = lazy(async () => ({ default: (await import('./details/MediaUses')).MediaUses }));

/** The picture viewer above every page, opened by `?view=<path>`; comparison by `?compare=<paths>`. */
export function Lightbox() {
  const { view, compare } = useSearch({ from: rootRoute.id });
  const close = useCloseOverlay();
  return (
    <Suspense fallback={null}>
      {compare !== undefined && <Comparison paths={compare.split(',')} onClose={close} />}
      {compare === undefined && view !== undefined && <Viewer path={view} onClose={close} />}
    </Suspense>
  );
}

/** Everything about one media asset, for a panel at the side: rating, prompt, settings, tags, made from and into. */
export function MediaDetails(props: { readonly media: Media }) {
  return (
    <Suspense fallback={null}>
      <Details {...props} />
    </Suspense>
  );
}

/** The buttons below the details: use all settings, use as input, remix. */
export function MediaUses(props: { readonly media: Media }) {
  return (
    <Suspense fallback={null}>
      <Uses {...props} />
    </Suspense>
  );
}

/** Tells the lightbox what the arrow keys lead to. A page with a list sets it, and unsets it when it is left. */
export function setLightboxNeighbours(neighbours: LightboxNeighbours | undefined): void {
  setNeighbours(neighbours);
}
