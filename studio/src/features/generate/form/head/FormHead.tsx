import { useId, useMemo } from 'react';
import { useProviders } from '../../../../api/providers';
import type { WorkflowItem } from '../../../../api/types';
import { useWorkflow } from '../../../../api/workflows';
import { TextLink } from '../../../../routing/links';
import { afterPaint } from '../../../../ui/after-paint';
import { OptionPicker } from '../../../../ui/OptionPicker';
import { formWords } from '../../words';
import { FieldError } from '../fields/FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';
import { clearError, patchForm, showWorkflow, useFieldError, useFormPart } from '../form-state';
import { useCurrentPlan } from '../plan/PlanContext';
import { refusal } from '../plan/model';
import styles from './FormHead.module.css';
import { nodeOptions, workflowOptions } from './model';

/** What makes it, and where it runs. */
export function FormHead({ workflows }: { readonly workflows: readonly WorkflowItem[] }) {
  return (
    <div>
      <div className={styles.head}>
        <WorkflowChoice workflows={workflows} />
        <NodeChoice />
      </div>
      <Refusal />
      <FieldError name="workflow" />
      <FieldError name="provider" />
    </div>
  );
}

function WorkflowChoice({ workflows }: { readonly workflows: readonly WorkflowItem[] }) {
  const id = useId();
  const chosen = useFormPart(({ workflow }) => workflow);
  const options = useMemo(() => workflowOptions(workflows), [workflows]);
  return (
    <div>
      <FieldLabel label={formWords.workflow} htmlFor={id} />
      <OptionPicker
        id={id}
        label={formWords.workflow}
        options={options}
        value={chosen}
        placeholder={formWords.chooseWorkflow}
        searchLabel={formWords.findWorkflow}
        emptyText={formWords.nothingFound}
        onChange={(next) => {
          const workflow = workflows.find((item) => item.id === next);
          // The list closes first.
          if (workflow) afterPaint(() => showWorkflow(workflow.id, workflow.kind));
        }}
      />
    </div>
  );
}

function NodeChoice() {
  const id = useId();
  const provider = useFormPart((state) => state.provider);
  const isInvalid = useFieldError('provider') !== undefined || undefined;
  const { data: providers } = useProviders();
  const plan = useCurrentPlan();
  const options = useMemo(() => nodeOptions(providers ?? [], plan), [providers, plan]);
  return (
    <div>
      <FieldLabel label={formWords.node} htmlFor={id} />
      <OptionPicker
        id={id}
        label={formWords.node}
        options={options}
        value={provider}
        searchLabel={formWords.findNode}
        emptyText={formWords.nothingFound}
        isInvalid={isInvalid}
        onChange={(next) => {
          patchForm({ provider: next });
          clearError('provider');
        }}
      />
    </div>
  );
}

/** Why no node would take it now. */
function Refusal() {
  const provider = useFormPart((state) => state.provider);
  const workflow = useFormPart((state) => state.workflow);
  const plan = useCurrentPlan();
  const { data } = useWorkflow(workflow);
  const reason = plan && refusal(plan, provider, data?.requirements.missing ?? []);
  return reason === undefined ? null : (
    <p className={styles.refusal} role="status">
      {reason.text}{' '}
      {reason.isLacking && (
        <TextLink to="/workflows" search={{ open: workflow }}>
          {formWords.showMissing}
        </TextLink>
      )}
    </p>
  );
}
