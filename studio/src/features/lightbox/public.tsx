import { useSearch } from '@tanstack/react-router';
import { useCloseOverlay } from '../../routing/overlay';
import { rootRoute } from '../../routing/root-route';
import { lazyPart } from '../../ui/lazy-part';
import { type LightboxNeighbours, setNeighbours } from './neighbours';

const Viewer = lazyPart(async () => (await import('./Viewer')).Viewer);
const Comparison = lazyPart(async () => (await import('./compare/Comparison')).Comparison);

/** Everything about one media asset, for a panel at the side: rating, prompt, settings, tags, made from and into. */
export const MediaDetails = lazyPart(
  async () => (await import('./details/MediaDetails')).MediaDetails,
);
/** The buttons below the details: use all settings, use as input, remix. */
export const MediaUses = lazyPart(async () => (await import('./details/MediaUses')).MediaUses);

/** The picture viewer above every page, opened by `?view=<path>`; comparison of two or more by `?compare=<paths>`. */
export function Lightbox() {
  const { view, compare } = useSearch({ from: rootRoute.id });
  const close = useCloseOverlay();
  const [first, second, ...others] = compare?.split(',').filter((path) => path !== '') ?? [];
  if (first !== undefined && second !== undefined)
    return <Comparison paths={[first, second, ...others]} onClose={close} />;
  const path = view ?? first;
  return path === undefined ? null : <Viewer path={path} onClose={close} />;
}

/** Tells the lightbox what the arrow keys lead to. A page with a list sets it, and unsets it when it is left. */
export function setLightboxNeighbours(neighbours: LightboxNeighbours | undefined): void {
  setNeighbours(neighbours);
}
