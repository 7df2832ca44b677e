import { Button, Input, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ProjectTree,
  type RenderOptions,
  type RenderPlan,
  startRender,
  useRenderPlan,
} from '../../../api/projects';
import { FormError } from '../../../ui/FormError';
import { useSubmitting } from '../../../ui/use-submitting';
import { projectsWords } from '../words';
import styles from './Film.module.css';

const { film: words } = projectsWords;

const RESOLUTIONS = ['480p', '720p', '1080p', '2160p'];
const asOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

interface MakeFilmFormProps {
  readonly project: ProjectTree;
  readonly onDone: () => void;
}

export function MakeFilmForm({ project, onDone }: MakeFilmFormProps) {
  const queries = useQueryClient();
  const [options, setOptions] = useState<RenderOptions>({
    resolution: '1080p',
    subtitles: 'soft',
    transition: 0,
  });
  const plan = useRenderPlan(project.id, options);
  const { isBusy, error, submit } = useSubmitting(async () => {
    await startRender(project.id, options);
    await queries.invalidateQueries({ queryKey: ['project', project.id] });
    onDone();
  });
  const problem = error ?? plan.error ?? undefined;
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{words.text}</p>
      <Choice
        label={words.resolution}
        data={RESOLUTIONS.map((value) => ({ value, label: value }))}
        value={options.resolution ?? ''}
        onChange={(value) =>
          setOptions({ ...options, resolution: value as RenderOptions['resolution'] })
        }
      />
      <Choice
        label={words.subtitles}
        data={asOptions(words.subtitlesOptions)}
        value={options.subtitles ?? ''}
        onChange={(value) =>
          setOptions({ ...options, subtitles: value as RenderOptions['subtitles'] })
        }
      />
      <Choice
        label={words.transition}
        data={asOptions(words.transitions)}
        value={String(options.transition)}
        onChange={(value) => setOptions({ ...options, transition: Number(value) })}
      />
      {plan.data && <Faults project={project} plan={plan.data} />}
      {problem !== undefined && <FormError error={problem} />}
      <p className={styles.summary}>
        {plan.data && words.summary(plan.data.seconds, plan.data.width, plan.data.height)}
      </p>
      <Button type="submit" variant="filled" loading={isBusy} disabled={plan.data?.ok !== true}>
        {words.submit}
      </Button>
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, data, value, onChange }: ChoiceProps) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <SegmentedControl
        fullWidth
        mt={6}
        data={[...data]}
        value={value}
        onChange={onChange}
        aria-label={label}
      />
    </Input.Wrapper>
  );
}

interface FaultsProps {
  readonly project: ProjectTree;
  readonly plan: RenderPlan;
}

/** What prevents the film, else what it would lack. */
function Faults({ project, plan }: FaultsProps) {
  const blocking = plan.faults.filter((fault) => fault.blocking);
  const shown = blocking.length > 0 ? blocking : plan.faults;
  if (shown.length === 0) return null;
  return (
    <div role="status">
      <h3 className={styles.faultsTitle}>{blocking.length > 0 ? words.faults : words.hints}</h3>
      <ul className={styles.faults}>
        {shown.map(({ detail, shot_id }, index) => (
          <li key={index}>
            {placeOf(project, shot_id)} {detail}
          </li>
        ))}
      </ul>
    </div>
  );
}

function placeOf({ scenes }: ProjectTree, id: string | null): string {
  for (const { scene_number, shots } of scenes)
    for (const shot of shots)
      if (shot.id === id) return words.where(scene_number, shot.shot_number);
  return '';
}
