import { Switch } from '@mantine/core';
import { useState } from 'react';
import { desktopAlerts, soundAlerts } from '../../ui/alert-choice';
import { useStoredFlag } from '../../ui/stored-flag';
import { settingsWords as words } from './words';

const canNotify = () => isSecureContext && 'Notification' in globalThis;
const permission = () => (canNotify() ? Notification.permission : 'denied');

/** Whether ended jobs show a notification and play a sound. */
export function Notifications() {
  const isDesktopOn = useStoredFlag(desktopAlerts);
  const isSoundOn = useStoredFlag(soundAlerts);
  const [allowed, setAllowed] = useState(permission);
  const chooseDesktop = async (isOn: boolean) => {
    const answer = isOn ? await Notification.requestPermission() : allowed;
    setAllowed(answer);
    desktopAlerts.set(isOn && answer === 'granted');
  };
  return (
    <>
      <Switch
        checked={isDesktopOn && allowed === 'granted'}
        disabled={allowed === 'denied'}
        onChange={({ currentTarget }) => void chooseDesktop(currentTarget.checked)}
        label={words.desktop}
        description={allowed === 'denied' ? whyNot() : undefined}
      />
      <Switch
        checked={isSoundOn}
        onChange={({ currentTarget }) => soundAlerts.set(currentTarget.checked)}
        label={words.sound}
      />
    </>
  );
}

const whyNot = (): string => (canNotify() ? words.desktopDenied : words.desktopInsecure);
