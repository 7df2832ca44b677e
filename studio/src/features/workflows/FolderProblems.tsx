import { useState } from 'react';
import { useWorkflowProblems } from '../../api/workflow-imports';
import { Disclosure } from '../../ui/Disclosure';
import styles from './FolderProblems.module.css';
import { workflowsWords as words } from './words';

/** Files of the workflows folder that can't be used, with line and reason. */
export function FolderProblems() {
  const [isOpen, setIsOpen] = useState(false);
  const problems = useWorkflowProblems({ enabled: true }).data ?? [];
  if (problems.length === 0) return null;
  return (
    <div className={styles.problems}>
      <Disclosure
        title={words.problems.title(problems.length)}
        isOpen={isOpen}
        onToggle={setIsOpen}
      >
        <ul className={styles.list}>
          {problems.map(({ file, status, line, field, reason }) => (
            <li key={`${file} ${line} ${field}`}>
              <b className={styles.file}>
                {[file, line !== null && words.problems.line(line), field]
                  .filter(Boolean)
                  .join(' · ')}
              </b>
              <p>
                {words.problems.states[status]}: {reason}
              </p>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
