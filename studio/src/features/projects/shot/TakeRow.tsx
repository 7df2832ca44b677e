import { Button } from '@mantine/core';
import { IconCheck, IconVolume } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { distinctNames } from '../../../api/character-names';
import { useAllCharacters } from '../../../api/characters';
import { useLiveJob } from '../../../api/live-jobs';
import { thumbnailUrl } from '../../../api/media-url';
import type { Shot, Take } from '../../../api/projects';
import { ButtonLink } from '../../../routing/links';
import { clipLength } from '../../../ui/format';
import { Picture } from '../../../ui/Picture';
import { Time } from '../../../ui/Time';
import { ProgressLine } from '../../../ui/ProgressLine';
import { staleText } from '../model';
import { projectsWords } from '../words';
import styles from './Takes.module.css';
import { TakeVerdictButtons } from './TakeVerdict';

const { takes: words } = projectsWords;

interface TakeRowProps {
  readonly shot: Shot;
  readonly take: Take;
  readonly number: number;
  readonly isChoosing: boolean;
  /** False for locked shots. */
  readonly canChoose: boolean;
  readonly onChoose: () => void;
}

/** One take: what came of it, and whether it is the chosen one. */
export function TakeRow(props: TakeRowProps) {
  const { take, number } = props;
  const isThere = take.path !== null && !take.missing;
  return (
    <li className={styles.take} data-chosen={take.selected || undefined}>
      <TakePicture take={take} number={number} />
      <div className={styles.body}>
        <div className={styles.head}>
          <b>{words.take(number)}</b>
          {take.selected && (
            <span className={styles.chosen}>
              <IconCheck size={14} stroke={2} aria-hidden="true" />
              {words.chosen}
            </span>
          )}
        </div>
        <TakeState take={take} />
        {isThere && <TakeActions {...props} />}
      </div>
    </li>
  );
}

/** Chooses a take, compares it with the chosen one, and judges it. */
function TakeActions({ shot, take, number, isChoosing, canChoose, onChoose }: TakeRowProps) {
  const chosen = take.kind === 'image' && !shot.missing.includes('image') ? shot.image : null;
  return (
    <div className={styles.actions}>
      {!take.selected && canChoose && (
        <Button
          size="compact-sm"
          loading={isChoosing}
          aria-label={words.choose(number)}
          onClick={onChoose}
        >
          {words.chooseShort}
        </Button>
      )}
      {!take.selected && chosen !== null && (
        <ButtonLink
          size="compact-sm"
          to="."
          search={(before) => ({ ...before, compare: `${chosen},${take.path ?? ''}` })}
          resetScroll={false}
          aria-label={words.compare(number)}
        >
          {words.compareShort}
        </ButtonLink>
      )}
      <TakeVerdictButtons shot={shot} take={take} number={number} />
    </div>
  );
}

function TakePicture({ take, number }: { readonly take: Take; readonly number: number }) {
  const { path, kind, missing, duration } = take;
  if (path === null || missing) return <span className={styles.picture} />;
  return (
    <Link
      to="."
      search={(before) => ({ ...before, view: path })}
      resetScroll={false}
      className={styles.open}
      aria-label={words.show(number)}
    >
      {kind === 'speech' ? (
        <span className={styles.picture}>
          <IconVolume size={18} stroke={1.5} aria-hidden="true" />
        </span>
      ) : (
        <Picture src={thumbnailUrl(path, 256)} alt="" className={styles.picture} />
      )}
      {duration !== null && (
        <span className={styles.length} aria-hidden="true">
          {clipLength(duration)}
        </span>
      )}
    </Link>
  );
}

/** The state of the take. */
function TakeState({ take }: { readonly take: Take }) {
  if (take.status === 'completed') return <Completed take={take} />;
  if (take.status === 'running') return <Running take={take} />;
  return (
    <p className={take.status === 'failed' ? styles.problem : styles.note}>
      {[words.states[take.status], take.error?.message].filter(Boolean).join(': ')}
    </p>
  );
}

function Running({ take }: { readonly take: Take }) {
  const progress = useLiveJob(take.prompt_id)?.progress;
  if (!progress) return <p className={styles.note}>{words.states.running}</p>;
  const { fraction = 0 } = progress;
  return (
    <>
      <p className={styles.note}>{words.percent(fraction)}</p>
      <ProgressLine label={words.states.running} fraction={fraction} />
    </>
  );
}

/** Why a take is out of date. The API names characters by their ids. */
function StaleReasons({ reasons }: { readonly reasons: Take['stale'] }) {
  const { data: characters = [], isLoading } = useAllCharacters();
  return isLoading ? null : staleText(reasons, distinctNames(characters));
}

function Completed({ take }: { readonly take: Take }) {
  const { verdict, reason, stale, missing } = take;
  return (
    <>
      <p className={styles.note}>
        {verdict && `${words[verdict]} · `}
        <Time iso={take.finished_at ?? take.created_at} />
      </p>
      {missing && <p className={styles.problem}>{words.gone}</p>}
      {reason !== '' && (
        <p className={styles.note} dir="auto">
          {reason}
        </p>
      )}
      {stale.length > 0 && (
        <p className={styles.note}>
          {words.stale}: <StaleReasons reasons={stale} />
        </p>
      )}
    </>
  );
}
