import { Button, Input, NumberInput, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ProjectTree,
  type RenderOptions,
  startRender,
  useRenderPlan,
} from '../../../api/projects';
import { Disclosure } from '../../../ui/Disclosure';
import { omit } from '../../../ui/omit';
import { filmWords } from '../film-words';
import { Problem } from '../Problem';
import { useSubmitting } from '../../../ui/use-submitting';
import { projectsWords } from '../words';
import { Faults } from './Faults';
import styles from './Film.module.css';
import { SoundField } from './SoundField';

const { film: words } = projectsWords;

const RESOLUTIONS = ['480p', '720p', '1080p', '1440p', '2160p'];
/** Seconds of cross-fade. */
const TRANSITIONS = [0, 0.5, 1, 2];
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
    fps: 24,
    subtitles: 'soft',
    transition: 0,
    zoom: 'none',
  });
  const { isBusy, error, submit } = useSubmitting(async () => {
    await startRender(project.id, options);
    onDone();
    await queries.invalidateQueries({ queryKey: ['project', project.id] });
  });
  // Once the film is requested, its project changes: another plan would be of no use.
  const plan = useRenderPlan(project.id, options, { enabled: !isBusy });
  const change = (fields: Partial<RenderOptions>) => setOptions({ ...options, ...fields });
  const { data } = plan;
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{words.text}</p>
      <Choice
        label={words.resolution}
        data={RESOLUTIONS.map((value) => ({ value, label: value }))}
        value={String(options.resolution)}
        onChange={(value) => change({ resolution: value as RenderOptions['resolution'] })}
      />
      <Choice
        label={words.subtitles}
        data={asOptions(words.subtitlesOptions)}
        value={String(options.subtitles)}
        onChange={(value) => change({ subtitles: value as RenderOptions['subtitles'] })}
      />
      <Choice
        label={words.transition}
        data={TRANSITIONS.map((seconds) => ({
          value: String(seconds),
          label: filmWords.transition(seconds),
        }))}
        value={String(options.transition)}
        onChange={(value) => change({ transition: Number(value) })}
      />
      <SoundField
        label={filmWords.music}
        help={filmWords.musicHelp}
        value={options.music ?? undefined}
        onChange={(music) => setOptions(withSound(options, 'music', music))}
      />
      <MoreOptions options={options} onChange={setOptions} />
      {data && <Faults project={project} plan={data} onFollow={onDone} />}
      <Problem error={error ?? plan.error} />
      <p className={styles.summary}>
        {data ? words.summary(data.seconds, data.width, data.height) : filmWords.checking}
      </p>
      <Button type="submit" variant="filled" loading={isBusy} disabled={data?.ok !== true}>
        {words.submit}
      </Button>
    </form>
  );
}

interface MoreOptionsProps {
  readonly options: RenderOptions;
  readonly onChange: (options: RenderOptions) => void;
}

function MoreOptions({ options, onChange }: MoreOptionsProps) {
  const [hasMore, setHasMore] = useState(false);
  return (
    <Disclosure title={filmWords.more} isOpen={hasMore} onToggle={setHasMore}>
      <div className={styles.form}>
        <SoundField
          label={filmWords.narration}
          help={filmWords.narrationHelp}
          value={options.narration ?? undefined}
          onChange={(narration) => onChange(withSound(options, 'narration', narration))}
        />
        <Choice
          label={filmWords.zoom}
          data={asOptions(filmWords.zooms)}
          value={String(options.zoom)}
          onChange={(value) => onChange({ ...options, zoom: value as RenderOptions['zoom'] })}
        />
        <NumberInput
          label={filmWords.fps}
          value={options.fps ?? undefined}
          min={10}
          max={60}
          allowDecimal={false}
          clampBehavior="blur"
          onChange={(fps) => {
            if (typeof fps === 'number' && fps >= 10 && fps <= 60) onChange({ ...options, fps });
          }}
        />
      </div>
    </Disclosure>
  );
}

const withSound = (
  options: RenderOptions,
  name: 'music' | 'narration',
  path: string | undefined,
): RenderOptions => ({ ...omit(options, name), ...(path !== undefined && { [name]: path }) });

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
