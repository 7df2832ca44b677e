import { CopyBlock } from '../../ui/CopyBlock';
import styles from './AddNode.module.css';
import { nodesWords as words, SNIPPET, START_COMMAND } from './words';

/** How to connect a ComfyUI server, with lines to copy. */
export function AddNode() {
  return (
    <section className={styles.how} aria-label={words.how.title}>
      <h2 className={styles.title}>{words.how.title}</h2>
      <p>{words.how.start}</p>
      <CopyBlock text={START_COMMAND} label={words.how.start} />
      <p>{words.how.text}</p>
      <CopyBlock text={SNIPPET} label={words.how.snippet} />
      <p className={styles.note}>{words.how.check}</p>
      <p className={styles.note}>{words.how.file}</p>
    </section>
  );
}
