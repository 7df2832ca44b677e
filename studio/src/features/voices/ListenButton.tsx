import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { mediaUrl } from '../../api/media-url';
import { speak, type Speaker } from '../../api/voices';
import { IconAction } from '../../ui/IconAction';
import { notifyError } from '../../ui/notify';
import { useSubmitting } from '../../ui/use-submitting';
import { voicesWords as words } from './words';

interface ListenButtonProps {
  readonly label: string;
  readonly text: string;
  readonly speaker: Speaker;
  readonly isDisabled?: boolean;
}

/** Has a text spoken and plays it. */
export function ListenButton({ label, text, speaker, isDisabled }: ListenButtonProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  const audio = useRef<HTMLAudioElement>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      audio.current?.pause();
    };
  }, []);
  const listen = async () => {
    const { path } = await speak(text, speaker);
    // Whoever left the page meanwhile could not stop it.
    if (isGone.current) return;
    const element = new Audio(mediaUrl(path));
    element.onended = () => setIsPlaying(false);
    audio.current = element;
    await element.play();
    setIsPlaying(true);
  };
  const { isBusy, run } = useSubmitting(listen, { onError: notifyError });
  const stop = () => {
    audio.current?.pause();
    setIsPlaying(false);
  };
  return (
    <IconAction
      icon={isPlaying ? IconPlayerStop : IconPlayerPlay}
      label={isPlaying ? words.stop : label}
      size="md"
      loading={isBusy}
      disabled={isDisabled === true}
      onClick={() => {
        if (isPlaying) stop();
        else void run();
      }}
    />
  );
}
