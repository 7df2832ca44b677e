import type { Workflow, WorkflowParam } from '../../../api/types';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { orderedParams, rangeText } from '../model';
import { workflowsWords as words } from '../words';
import styles from './WorkflowParams.module.css';

/** What can be set, with bounds, defaults and where each value goes in the graph. */
export function WorkflowParams({ params }: { readonly params: Workflow['params'] }) {
  const ordered = orderedParams(params);
  if (ordered.length === 0) return null;
  return (
    <DetailsSection title={words.details.params}>
      <ul className={styles.params}>
        {ordered.map(([name, param]) => (
          <Param key={name} name={name} param={param} />
        ))}
      </ul>
    </DetailsSection>
  );
}

function Param({ name, param }: { readonly name: string; readonly param: WorkflowParam }) {
  const { details } = words;
  const facts = [
    param.type,
    param.required && details.required,
    rangeText(param),
    param.default !== null && param.default !== '' && details.default(String(param.default)),
  ].filter(Boolean);
  return (
    <li>
      <div className={styles.head}>
        <b>{param.label}</b>
        <span className={styles.name}>{name}</span>
      </div>
      <p className={styles.facts}>{facts.join(' · ')}</p>
      {param.description !== '' && <p>{param.description}</p>}
      <p className={styles.facts}>
        {param.binds.length === 0
          ? details.recorded
          : details.binds(param.binds.map(({ node, input }) => `${node}.${input}`))}
      </p>
    </li>
  );
}
