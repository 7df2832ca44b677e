import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIsConnectionLost } from '../../api/events/connection';
import { onLiveEvent } from '../../api/events/events';
import { alertOfEnds } from './alerts';
import { HappeningsCollector } from './collect-happenings';
import { shareFocus } from './focused-tab';
import { announcement, renewed } from './model';
import { noticesWords } from './words';

/** The one place where screen readers hear of started and ended jobs, of nodes and of the connection. */
export function Announcer() {
  const [text, setText] = useState('');
  const isLost = useIsConnectionLost();
  useEffect(() => {
    const collector = new HappeningsCollector((happenings) => {
      setText((before) => renewed(announcement(happenings), before));
      void alertOfEnds(happenings);
    });
    const stopListening = onLiveEvent((event) => collector.receive(event));
    return () => {
      stopListening();
      collector.stop();
    };
  }, []);
  useEffect(shareFocus, []);
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-label={noticesWords.announcements}>
      {isLost ? noticesWords.lost : text}
    </VisuallyHidden>
  );
}
