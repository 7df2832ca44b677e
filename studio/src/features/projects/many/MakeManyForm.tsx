import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type GenerationPlan, startGeneration, useGenerationPlan } from '../../../api/generations';
import type { ProjectTree } from '../../../api/projects';
import type { WorkflowItem } from '../../../api/types';
import { useWorkflows } from '../../../api/workflows';
import { notifyDone } from '../../../ui/notify';
import { useSubmitting } from '../../../ui/use-submitting';
import { makingWords as words } from '../making-words';
import { Problem } from '../Problem';
import { WorkflowField } from '../shot/WorkflowField';
import { isMade, type ManyChoice, requestOf, workflowOf } from './choice';
import { PlanOfMany } from './PlanOfMany';

const optionsOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value: value as Value, label }));

const KINDS = optionsOf(words.kinds);
const KINDS_OF_SELECTED = KINDS.filter(({ value }) => value !== 'again');

interface MakeManyFormProps {
  readonly project: ProjectTree;
  readonly shotIds: readonly string[] | undefined;
  readonly onDone: () => void;
}

export function MakeManyForm({ project, shotIds, onDone }: MakeManyFormProps) {
  const queries = useQueryClient();
  const { data: workflows = [] } = useWorkflows();
  const [choice, setChoice] = useState<ManyChoice>({
    kind: 'image',
    only: shotIds === undefined ? 'missing' : 'all',
    workflows: {},
  });
  const workflow = workflowOf(choice, project, workflows);
  const request = requestOf(choice, workflow, shotIds);
  const { isBusy, error, submit } = useSubmitting(async () => {
    const { total } = await startGeneration(project.id, request);
    notifyDone(words.started(total));
    onDone();
    await queries.invalidateQueries({ queryKey: ['project', project.id] });
  });
  const plan = useGenerationPlan(project.id, request, {
    enabled: !isBusy && isComplete(choice, workflow),
  });
  const planned = plan.error === null ? plan.data : undefined;
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <ChoiceFields
          kinds={shotIds === undefined ? KINDS : KINDS_OF_SELECTED}
          choice={choice}
          workflow={workflow}
          workflows={workflows}
          onChange={setChoice}
        />
        {planned && <PlanOfMany project={project} plan={planned} />}
        <Problem error={error ?? plan.error} />
        <Button
          type="submit"
          variant="filled"
          loading={isBusy}
          disabled={plan.isPlaceholderData || !canBeMade(planned)}
        >
          {submitText(choice, planned)}
        </Button>
      </Stack>
    </form>
  );
}

interface ChoiceFieldsProps {
  readonly kinds: typeof KINDS;
  readonly choice: ManyChoice;
  readonly workflow: string | undefined;
  readonly workflows: readonly WorkflowItem[];
  readonly onChange: (choice: ManyChoice) => void;
}

function ChoiceFields({ kinds, choice, workflow, workflows, onChange }: ChoiceFieldsProps) {
  const { kind, only } = choice;
  return (
    <>
      <SegmentedControl
        fullWidth
        data={kinds}
        value={kind}
        onChange={(next) => onChange({ ...choice, kind: next })}
        aria-label={words.kind}
      />
      {kind === 'again' ? (
        <p style={{ margin: 0 }}>{words.againHelp}</p>
      ) : (
        <SegmentedControl
          fullWidth
          data={optionsOf(words.onlys)}
          value={only}
          onChange={(next) => onChange({ ...choice, only: next })}
          aria-label={words.only}
        />
      )}
      {isMade(kind) && (
        <WorkflowField
          kind={kind}
          workflows={workflows}
          value={workflow}
          onChange={(next) =>
            onChange({ ...choice, workflows: { ...choice.workflows, [kind]: next } })
          }
        />
      )}
    </>
  );
}

const canBeMade = (plan: GenerationPlan | undefined): boolean =>
  plan !== undefined && plan.count > 0 && plan.refused.length === 0;

const isComplete = ({ kind }: ManyChoice, workflow: string | undefined): boolean =>
  !isMade(kind) || workflow !== undefined;

const submitText = ({ kind }: ManyChoice, plan: GenerationPlan | undefined): string =>
  words.submit(plan?.count ?? 0, kind === 'again' ? undefined : kind);
