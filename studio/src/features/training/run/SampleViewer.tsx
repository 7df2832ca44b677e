import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { sampleUrl, useSamples } from '../../../api/training-runs';
import { IconAction } from '../../../ui/IconAction';
import { OpenModal } from '../../../ui/OpenModal';
import { Picture } from '../../../ui/Picture';
import { isClip, sampleBeside, samplesByPrompt } from '../model';
import styles from './Run.module.css';
import { runWords } from './words';

const { samples: words } = runWords;

/** Where the arrows lead: earlier and later steps, other prompts. */
const MOVES = [
  { key: 'ArrowLeft', label: words.earlier, icon: IconChevronLeft, move: { step: -1 } },
  { key: 'ArrowRight', label: words.later, icon: IconChevronRight, move: { step: 1 } },
  { key: 'ArrowUp', label: words.above, icon: IconChevronUp, move: { prompt: -1 } },
  { key: 'ArrowDown', label: words.below, icon: IconChevronDown, move: { prompt: 1 } },
] as const;

interface SampleViewerProps {
  /** Name of the run. */
  readonly run: string;
  /** Of the sample. */
  readonly name: string;
}

/** A sample picture, large. Arrow keys go to other steps and prompts. */
export function SampleViewer({ run, name }: SampleViewerProps) {
  const navigate = useNavigate({ from: '/training/runs/$name' });
  const { data: samples } = useSamples(run);
  const rows = samplesByPrompt(samples ?? []);
  const sample = samples?.find((one) => one.name === name);
  const show = (next: string | undefined) =>
    void navigate({
      search: ({ sample: _sample, ...others }) => ({
        ...others,
        ...(next !== undefined && { sample: next }),
      }),
      replace: next !== undefined,
      resetScroll: false,
    });
  const moves = MOVES.map(({ move, ...others }) => ({
    ...others,
    target: sampleBeside(rows, name, move)?.name,
  }));
  const press = (event: KeyboardEvent) => {
    const target = moves.find(({ key }) => key === event.key)?.target;
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };
  return (
    <OpenModal
      onKeyDown={press}
      size="auto"
      onClose={() => show(undefined)}
      title={sample === undefined ? words.view : words.step(sample.step)}
    >
      {sample === undefined ? (
        samples !== undefined && <p className={styles.hint}>{words.gone}</p>
      ) : (
        <div className={styles.viewer}>
          {isClip(name) ? (
            <video src={sampleUrl(run, sample)} controls loop muted className={styles.large} />
          ) : (
            <Picture
              src={sampleUrl(run, sample)}
              alt={sample.prompt}
              fit="contain"
              loading="eager"
              className={styles.large}
            />
          )}
          <p className={styles.promptText} dir="auto">
            {sample.prompt}
          </p>
          <div className={styles.moves}>
            {moves.map(({ key, label, icon, target }) => (
              <IconAction
                key={key}
                icon={icon}
                label={label}
                disabled={target === undefined}
                onClick={() => show(target)}
              />
            ))}
          </div>
        </div>
      )}
    </OpenModal>
  );
}
