import { VisuallyHidden } from '@mantine/core';
import { FormPanel } from './form/FormPanel';
import styles from './GeneratePage.module.css';
import { Stage } from './stage/Stage';
import { Strip } from './stage/Strip';
import { useTapsWhileTyping } from './use-taps-while-typing';
import { generateWords } from './words';

/** Form, result and recent results side by side; on small screens the form is a sheet below the result. */
export function GeneratePage() {
  return (
    <div className={styles.page}>
      <VisuallyHidden>
        <h1>{generateWords.title}</h1>
      </VisuallyHidden>
      <section className={styles.panel} aria-label={generateWords.form} {...useTapsWhileTyping()}>
        <FormPanel />
      </section>
      <section className={styles.stage} aria-label={generateWords.result}>
        <Stage />
      </section>
      <aside className={styles.strip} aria-label={generateWords.recent}>
        <Strip />
      </aside>
    </div>
  );
}
