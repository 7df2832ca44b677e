import { Skeleton } from '@mantine/core';
import { Loading } from '../../ui/Loading';
import styles from './GallerySkeleton.module.css';

/** Widths of tiles in rows, as of a usual mix of pictures. */
const ROWS = [
  [2, 4, 2, 5, 3],
  [5, 2, 4, 3],
  [3, 3, 5, 2, 3],
  [4, 2, 5, 3],
];

/** Rows of grey tiles where the pictures will be. */
export function GallerySkeleton({ rowHeight }: { readonly rowHeight: number }) {
  return (
    <Loading>
      <div className={styles.rows}>
        <Skeleton width={72} height={16} className={styles.label} />
        {ROWS.map((row, at) => (
          <div key={at} className={styles.row} style={{ height: rowHeight }}>
            {row.map((grow, index) => (
              <Skeleton key={index} height={rowHeight} radius={4} style={{ flex: grow }} />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}
