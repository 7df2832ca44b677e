import { Button, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { makeTake, type Shot, type Take } from '../../../api/projects';
import { useWorkflows } from '../../../api/workflows';
import { FormError } from '../../../ui/FormError';
import { OptionPicker } from '../../../ui/OptionPicker';
import { firstWorkflow, workflowsFor } from '../model';
import { useSubmitting } from '../../../ui/use-submitting';
import { projectsWords } from '../words';
import styles from './ShotPanel.module.css';

const { takes: words, shot: shotWords } = projectsWords;

const KINDS = [
  { value: 'image', label: shotWords.image },
  { value: 'video', label: shotWords.video },
] as const;

interface MakeTakeProps {
  readonly shot: Shot;
  readonly takes: readonly Take[] | undefined;
}

/** Makes a take of the shot: its words, its cast and its format come from the shot and its scene. */
export function MakeTake({ shot, takes = [] }: MakeTakeProps) {
  const id = useId();
  const queries = useQueryClient();
  const { data: workflows = [], error: workflowsError } = useWorkflows();
  // Pictures come first: clips start from them.
  const [kind, setKind] = useState<'image' | 'video'>(shot.image === null ? 'image' : 'video');
  const [asked, setAsked] = useState<Partial<Record<'image' | 'video', string>>>({});
  const chosen = asked[kind] ?? firstWorkflow(workflows, kind, shot, takes);
  const { isBusy, error, submit } = useSubmitting(async () => {
    if (chosen === undefined) return;
    await makeTake(shot, kind, chosen);
    await queries.invalidateQueries({ queryKey: ['project', shot.project_id] });
  });
  const hasOne = takes.some((take) => take.kind === kind);
  const problem = error ?? (workflows.length === 0 ? workflowsError : null);
  return (
    <form className={styles.make} onSubmit={submit}>
      <SegmentedControl
        fullWidth
        data={[...KINDS]}
        value={kind}
        onChange={setKind}
        aria-label={words.kind}
      />
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
          value={chosen ?? null}
          placeholder={words.chooseWorkflow}
          searchLabel={words.findWorkflow}
          emptyText={words.nothingFound}
          onChange={(next) => setAsked({ ...asked, [kind]: next })}
        />
      </div>
      {problem !== null && <FormError error={problem} />}
      <Button type="submit" variant="filled" loading={isBusy} disabled={chosen === undefined}>
        {hasOne ? words.another[kind] : words.make[kind]}
      </Button>
    </form>
  );
}
