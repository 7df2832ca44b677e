import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { cancelJob, fetchJobRequest } from '../../../api/jobs';
import { useSession } from '../../../api/session';
import type { Media } from '../../../api/types';
import { useOverlay } from '../../../routing/overlay';
import { copyAndTell } from '../../../ui/copy';
import { notifyDone, notifyError } from '../../../ui/notify';
import { type MediaActions, useMediaActions, useMoveToTrash } from '../../media-actions/public';
import { curlOf } from '../form/presets/curl';
import { useShownBefore } from './choice';
import { isSameSubject, type Subject } from './model';
import { submitAgain } from './submit-again';
import { useChoose } from './use-choose';
import { type useFollowUp as UseFollowUp, useFollowUp } from './use-follow-up';
import { useRecent } from './use-recent';
import type { StageView } from './use-stage-view';
import { actionWords } from './words';

export interface StageActions extends MediaActions {
  /** Submits the same request once more. */
  readonly again: () => void;
  /** The same with another seed. */
  readonly vary: () => void;
  readonly followUp: ReturnType<typeof UseFollowUp>;
  readonly sharing: ReturnType<typeof useSharing>;
  readonly compare: () => void;
  readonly cancel: () => void;
  readonly remove: () => void;
  readonly copySeed: () => void;
  readonly copyCurl: () => void;
  readonly openJob: () => void;
  readonly openInLightbox: () => void;
}

/** What can be done with what is in view. */
export function useStageActions({ jobId, media, path, subject }: StageView): StageActions {
  const router = useRouter();
  const overlay = useOverlay();
  const mediaActions = useMediaActions(media);
  const followUp = useFollowUp(media);
  const sharing = useSharing(media);
  const needsKey = useSession().data?.require_api_key === true;
  const submit = useSubmitAgain(jobId);
  const compare = useCompare(media?.path);
  const moveToTrash = useMoveToTrash();
  const afterDelete = useAfterDelete(subject, path);
  return {
    ...mediaActions,
    again: () => {
      submit(true);
    },
    vary: () => {
      submit(false);
    },
    followUp,
    sharing,
    compare,
    cancel: () => {
      const id = subject?.kind === 'job' ? subject.id : undefined;
      if (id !== undefined) cancelJob(id).catch(notifyError);
    },
    remove: () => {
      if (path !== undefined)
        void moveToTrash(path).then((isRemoved) => isRemoved && afterDelete());
    },
    copySeed: () => {
      const seed = media?.seed;
      if (seed != null) void copyAndTell(String(seed), actionWords.seedCopied(seed));
    },
    copyCurl: () => {
      if (jobId !== undefined) copyRequest(jobId, needsKey).catch(notifyError);
    },
    openInLightbox: () => {
      if (media) overlay.open(media.path);
    },
    openJob: () => {
      void router.navigate({ to: '/jobs', search: { job: jobId } });
    },
  };
}

function useSubmitAgain(jobId: string | undefined) {
  // A second press while the first is on its way is a double click.
  const isBusy = useRef(false);
  return (keepSeed: boolean) => {
    if (jobId === undefined || isBusy.current) return;
    isBusy.current = true;
    submitAgain(jobId, keepSeed)
      .then((isSubmitted) => {
        if (!isSubmitted) notifyDone(actionWords.unavailable);
      }, notifyError)
      .finally(() => {
        isBusy.current = false;
      });
  };
}

/** Opens the dialog that makes a link to the result in view. It keeps its result when another one comes into view. */
function useSharing(media: Media | undefined) {
  const [shared, setShared] = useState<Media>();
  return { shared, open: () => setShared(media), close: () => setShared(undefined) };
}

/** Compares with the result that was in view before, else with the one next to it. */
function useCompare(path: string | undefined) {
  const overlay = useOverlay();
  const before = useShownBefore();
  const { tiles } = useRecent();
  return () => {
    if (path === undefined) return;
    const index = tiles.findIndex((tile) => tile.path === path);
    const beside = tiles[index + 1] ?? tiles[index - 1];
    const isThere = tiles.some((tile) => tile.path === before);
    const other = isThere && before !== path ? before : beside?.path;
    if (other === undefined) notifyDone(actionWords.nothingToCompare);
    else overlay.compare([other, path]);
  };
}

/** Shows the neighbour of what was deleted, unless something else is in view by then. */
function useAfterDelete(subject: Subject | undefined, path: string | undefined) {
  const { tiles } = useRecent();
  const choose = useChoose();
  const shown = useRef(subject);
  useLayoutEffect(() => {
    shown.current = subject;
  });
  return () => {
    if (!isSameSubject(shown.current, subject)) return;
    const index = tiles.findIndex((tile) => tile.path === path);
    const next = tiles[index + 1] ?? tiles[index - 1];
    if (next) choose({ kind: 'media', path: next.path });
  };
}

async function copyRequest(jobId: string, needsKey: boolean): Promise<void> {
  const request = await fetchJobRequest(jobId);
  await copyAndTell(curlOf(request, location.origin, needsKey), actionWords.curlCopied);
}
