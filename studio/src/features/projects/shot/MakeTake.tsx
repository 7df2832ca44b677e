import { Button, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { makeTake, type Shot, type Take } from '../../../api/projects';
import { useWorkflows } from '../../../api/workflows';
import { firstWorkflow } from '../model';
import { Problem } from '../Problem';
import { useSubmitting } from '../../../ui/use-submitting';
import { projectsWords } from '../words';
import styles from './ShotPanel.module.css';
import { WorkflowField } from './WorkflowField';

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
      <WorkflowField
        kind={kind}
        workflows={workflows}
        value={chosen}
        onChange={(next) => setAsked({ ...asked, [kind]: next })}
      />
      <Problem error={problem} />
      <Button type="submit" variant="filled" loading={isBusy} disabled={chosen === undefined}>
        {hasOne ? words.another[kind] : words.make[kind]}
      </Button>
    </form>
  );
}
