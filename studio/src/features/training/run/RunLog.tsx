import { ScrollArea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useRunLog } from '../../../api/training-runs';
import { Disclosure } from '../../../ui/Disclosure';
import { FormError } from '../../../ui/FormError';
import { terminalText } from '../model';
import styles from './Run.module.css';
import { runWords } from './words';

const { log: words } = runWords;

/** So many pixels above its end, a log still follows what is written. */
const NEAR_END = 8;

/** What the trainer writes, when somebody wants to see it. */
export function RunLog({ run }: { readonly run: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure title={words.title} isOpen={isOpen} onToggle={setIsOpen}>
      <LogText run={run} />
    </Disclosure>
  );
}

function LogText({ run }: { readonly run: string }) {
  const { data: log, error } = useRunLog(run);
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [log]);
  if (log === undefined) return error && <FormError error={error} />;
  if (log === '') return <p className={styles.hint}>{words.none}</p>;
  return (
    <ScrollArea.Autosize
      mah={320}
      className={styles.log}
      viewportRef={box}
      viewportProps={{ tabIndex: 0, role: 'log', 'aria-label': words.title, 'aria-live': 'off' }}
      onScrollPositionChange={({ y }) => {
        const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
        isAtEnd.current = scrollHeight - y - clientHeight < NEAR_END;
      }}
    >
      <pre className={styles.lines}>{terminalText(log)}</pre>
    </ScrollArea.Autosize>
  );
}
