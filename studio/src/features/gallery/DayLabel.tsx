import { count as number } from '../../ui/format';
import styles from './DayLabel.module.css';
import { dayLabel } from './model';

/** `Today 9`, above the pictures of a day. */
export function DayLabel({ day, count }: { readonly day: string; readonly count: number }) {
  return (
    <>
      <time dateTime={day}>{dayLabel(day)}</time>
      <span className={styles.count}>{number(count)}</span>
    </>
  );
}
