import { useId } from 'react';
import { useWorkflows } from '../../../api/workflows';
import { FieldLabel } from '../../../ui/FieldLabel';
import { OptionPicker } from '../../../ui/OptionPicker';
import { workflowsFor } from '../model';
import { runWords } from './words';

const { checkpoints: words } = runWords;

/** The workflows that a LoRA of this base model is most likely for come first. */
export const useWorkflowsFor = (model: string) => workflowsFor(useWorkflows().data ?? [], model);

interface WorkflowPickerProps {
  readonly workflows: ReturnType<typeof useWorkflowsFor>;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

/** Chooses the workflow that a LoRA is used with. */
export function WorkflowPicker({ workflows, value, onChange }: WorkflowPickerProps) {
  const id = useId();
  return (
    <div>
      <FieldLabel label={words.workflow} htmlFor={id} />
      <OptionPicker
        id={id}
        label={words.workflow}
        options={workflows.map((workflow) => ({ value: workflow.id, label: workflow.name }))}
        value={value}
        placeholder={words.chooseWorkflow}
        searchLabel={words.findWorkflow}
        emptyText={words.nothingFound}
        onChange={onChange}
      />
    </div>
  );
}
