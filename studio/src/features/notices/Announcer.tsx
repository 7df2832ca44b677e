import { VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useIsConnectionLost } from '../../api/events/connection';
import { onLiveEvent } from '../../api/events/events';
import { isOwn } from '../../api/own-jobs';
import { notifyDone } from '../../ui/notify';
import { alertOfEnds } from './alerts';
import { HappeningsCollector } from './collect-happenings';
import { shareFocus } from './focused-tab';
import { announcement, renewed } from './model';
import { noticesWords } from './words';

/** The one place where screen readers hear of started and ended jobs, of training runs, of nodes and of the connection. */
export function Announcer() {
  const [text, setText] = useState('');
  const router = useRouter();
  const isLost = useIsConnectionLost();
  // Or it would be read again once the connection is back.
  if (isLost && text !== '') setText('');
  useEffect(() => {
    const collector = new HappeningsCollector((happenings) => {
      setText((before) => renewed(announcement(happenings), before));
      void alertOfEnds(happenings);
      for (const [name, end] of Object.entries(happenings.runs)) {
        const show = () => router.navigate({ to: '/training/runs/$name', params: { name } });
        const action = { label: noticesWords.showRun, run: show };
        notifyDone(noticesWords.run[end](name), { id: `run ${name}`, action, isSilent: true });
      }
    });
    const stopListening = onLiveEvent((event) => {
      // Administrators hear of the jobs of others, too.
      if (event.kind !== 'job' || isOwn(event.data)) collector.receive(event);
    });
    return () => {
      stopListening();
      collector.stop();
    };
  }, [router]);
  useEffect(shareFocus, []);
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-label={noticesWords.announcements}>
      {isLost ? noticesWords.lost : text}
    </VisuallyHidden>
  );
}
