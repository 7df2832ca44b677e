import styles from './RecentRow.module.css';
import { StripTile } from './StripTile';
import { isShown, subjectOfItem } from './strip-items';
import { useChoose } from './use-choose';
import { useStageView } from './use-stage-view';
import { useStripItems } from './use-strip-items';
import { stripWords } from './words';

/** As many as a few swipes reach; the Gallery has the others. */
const SHOWN = 40;

/** The recent results of phones, below the actions. */
export function RecentRow() {
  const { items } = useStripItems();
  const view = useStageView();
  const choose = useChoose();
  return (
    <div className={styles.row} role="group" aria-label={stripWords.recent}>
      {items.slice(0, SHOWN).map((item) => (
        <div key={item.key} className={styles.cell}>
          <StripTile
            item={item}
            isCurrent={isShown(item, view)}
            isTabStop
            onChoose={() => {
              choose(subjectOfItem(item));
            }}
          />
        </div>
      ))}
    </div>
  );
}
