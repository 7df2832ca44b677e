import { Switch } from '@mantine/core';
import { useState } from 'react';
import { desktopAlerts, playSound, showDesktopAlert, soundAlerts } from '../../ui/alerts';
import { useStoredFlag } from '../../ui/stored-flag';
import { settingsWords as words } from './words';

const canNotify = () => isSecureContext && 'Notification' in globalThis;

/** Whether ended jobs show a notification and play a sound. What is turned on is shown, or played, at once. */
export function Notifications() {
  const isSoundOn = useStoredFlag(soundAlerts);
  return (
    <>
      <DesktopSwitch />
      <Switch
        checked={isSoundOn}
        onChange={({ currentTarget: { checked } }) => {
          soundAlerts.set(checked);
          if (checked) playSound('done');
        }}
        label={words.sound}
      />
    </>
  );
}

function DesktopSwitch() {
  const isOn = useStoredFlag(desktopAlerts);
  const [problem, setProblem] = useState(whyNot);
  const choose = async (isWanted: boolean) => {
    if (isWanted) await Notification.requestPermission();
    const isRefused = isWanted && whyNot() === undefined && !showDesktopAlert(words.desktopSample);
    const now = isRefused ? words.desktopUnsupported : whyNot();
    setProblem(now);
    desktopAlerts.set(isWanted && now === undefined && Notification.permission === 'granted');
  };
  return (
    <Switch
      checked={isOn && problem === undefined}
      disabled={problem !== undefined}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
      label={words.desktop}
      description={problem}
    />
  );
}

/** Why the browser shows no notifications; `undefined` if it does, or may be asked. */
function whyNot(): string | undefined {
  if (!canNotify()) return words.desktopInsecure;
  return Notification.permission === 'denied' ? words.desktopDenied : undefined;
}
