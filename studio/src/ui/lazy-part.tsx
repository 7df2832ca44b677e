import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { notifyDone } from './notify';
import { useFocusReturn } from './use-focus-return';

const words = {
  failed: 'This part of Kinora could not be loaded.',
  reload: 'Reload',
} as const;

const loaders: (() => Promise<unknown>)[] = [];

/** A component whose code is loaded when it is first shown. If that fails twice, a message offers to reload the page. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  loaders.push(load);
  // The first try may only have joined a request from before, which was about to fail.
  const Loaded = lazy(async () => ({ default: await load().catch(load) }));
  return function LazyPart(props: Props) {
    return (
      <PartBoundary>
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

/** A dialog whose code is loaded when it is first shown. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = lazyPart(load);
  return function LazyDialog(props: Props) {
    // Once the code is there, the menu that it was chosen from has closed, and nothing may have the focus.
    useFocusReturn();
    return <Dialog {...props} />;
  };
}

/** Loads the code of all parts, so that they open at once, and also while the service is away. */
export function preloadParts(): void {
  for (const load of loaders) load().catch(() => undefined);
}

/** Keeps the page when one part of it fails. */
class PartBoundary extends Component<{ readonly children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    const action = { label: words.reload, run: () => location.reload() };
    notifyDone(words.failed, { id: 'part-failed', action });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
