import { useId } from 'react';
import type { WorkflowItem } from '../../../api/types';
import { OptionPicker } from '../../../ui/OptionPicker';
import { workflowsFor } from '../model';
import { projectsWords } from '../words';
import styles from './ShotPanel.module.css';

const { takes: words } = projectsWords;

interface WorkflowFieldProps {
  readonly kind: 'image' | 'video';
  readonly workflows: readonly WorkflowItem[];
  readonly value: string | undefined;
  readonly onChange: (workflow: string) => void;
}

/** The workflow that takes of a kind are made with. */
export function WorkflowField({ kind, workflows, value, onChange }: WorkflowFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {words.workflow}
      </label>
      <OptionPicker
        id={id}
        label={words.workflow}
        options={workflowsFor(workflows, kind).map((workflow) => ({
          value: workflow.id,
          label: workflow.name,
          hint: workflow.runnable_on.length > 0 ? workflow.description : words.notRunnable,
        }))}
        value={value ?? null}
        placeholder={words.chooseWorkflow}
        searchLabel={words.findWorkflow}
        emptyText={words.nothingFound}
        onChange={onChange}
      />
    </div>
  );
}
