import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { useAllCharacters } from '../../../api/characters';
import { useSession } from '../../../api/session';
import type { Workflow, WorkflowItem } from '../../../api/types';
import { useWorkflow, useWorkflows } from '../../../api/workflows';
import { DropOverlay } from '../../../ui/DropOverlay';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { Loading } from '../../../ui/Loading';
import { formWords } from '../words';
import styles from './Form.module.css';
import { useFormPart } from './form-state';
import { FormFoot } from './FormFoot';
import { FormHead } from './head/FormHead';
import { FieldList } from './layout/FieldList';
import { useDrop } from './media/use-drop';
import { Notices } from './Notices';
import { PlanContext } from './plan/PlanContext';
import { usePlan } from './plan/use-plan';
import { fitDraft } from './store';
import { useOpenForm } from './use-open-form';
import { useShortcuts } from './use-shortcuts';

/** The form of the workflow. */
export function FormPanel() {
  const session = useSession();
  const workflows = useWorkflows();
  const id = useFormPart(({ workflow }) => workflow);
  const workflow = useWorkflow(id);
  // The line of characters is there only if there are any: it would move what stands below.
  const characters = useAllCharacters();
  useOpenForm(session.data, workflows.data);
  const error = workflows.error ?? workflow.error;
  if (workflows.data?.length === 0)
    return <EmptyState title={formWords.noWorkflows} text={formWords.noWorkflowsHint} />;
  if (error && !(workflows.data && workflow.data))
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([workflows.refetch(), workflow.refetch()])}
      />
    );
  if (!workflows.data || !workflow.data || characters.isLoading)
    return (
      <Loading>
        <FormSkeleton />
      </Loading>
    );
  return <LoadedForm workflows={workflows.data} workflow={workflow.data} />;
}

interface LoadedFormProps {
  readonly workflows: readonly WorkflowItem[];
  readonly workflow: Workflow;
}

function LoadedForm({ workflows, workflow }: LoadedFormProps) {
  const plan = usePlan(workflow);
  const drop = useDrop(workflow, workflows);
  useShortcuts();
  useEffect(() => fitDraft(workflow), [workflow]);
  return (
    <PlanContext value={plan}>
      <div className={styles.scroll}>
        <Notices workflow={workflow} />
        <FormHead workflows={workflows} />
        <FieldList key={workflow.id} workflow={workflow} />
      </div>
      <FormFoot />
      {drop !== null && <DropOverlay title={drop} />}
    </PlanContext>
  );
}

function FormSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton height={32} />
      <Skeleton height={116} />
      <Skeleton height={44} />
      <Skeleton height={32} />
      <Skeleton height={32} />
    </div>
  );
}
