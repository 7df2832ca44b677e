import type { ReactNode } from 'react';
import styles from './PageFrame.module.css';

interface PageFrameProps {
  /** The bar at the top. */
  readonly header: ReactNode;
  /** Search and filters below it. */
  readonly filters?: ReactNode;
  /** A panel at the right. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its bar, its filters, its content, and a panel beside it. The content scrolls by itself. */
export function PageFrame({ header, filters, side, children }: PageFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.content}>
        {header}
        {filters !== undefined && <div className={styles.filters}>{filters}</div>}
        <div className={styles.body}>{children}</div>
      </div>
      {side}
    </div>
  );
}

/** Content that is as high as it needs, in a scroll area of its own. */
export function PageScroll({
  id,
  children,
}: {
  /** Its scroll position is kept under this name. */
  readonly id: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.scroll} data-scroll-restoration-id={id}>
      {children}
    </div>
  );
}
