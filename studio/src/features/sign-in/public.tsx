import { Button, Modal, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionKey, signIn, useSession } from '../../api/session';
import { onUnauthorized } from '../../api/unauthorized';
import { FirstKey } from './FirstKey';
import { createStore, useStore } from '../../ui/external-store';
import { problemOf } from '../../ui/problem';
import { useSubmitting } from '../../ui/use-submitting';
import styles from './SignIn.module.css';
import { useAccountChange } from './use-account-change';
import { signInWords } from './words';

const asked = createStore(false);

/** Opens the sign-in where no key is needed. */
export const askToSignIn = (): void => asked.set(true);

const closeSignIn = (): void => asked.set(false);

/** Asks for a key above the page, when the service wants one or the user has a better one. */
export function SignIn() {
  const queryClient = useQueryClient();
  const session = useSession().data;
  const isAsked = useStore(asked, (is) => is);
  const wasSignedIn = useAccountChange();
  useEffect(
    () => onUnauthorized(() => void queryClient.invalidateQueries({ queryKey: sessionKey })),
    [queryClient],
  );
  const isNeeded = session?.require_api_key === true && session.agent === null;
  return (
    <Modal
      opened={isNeeded || isAsked}
      onClose={closeSignIn}
      withCloseButton={!isNeeded}
      closeOnEscape={!isNeeded}
      closeOnClickOutside={!isNeeded}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={wasSignedIn ? signInWords.again : signInWords.title}
      size="sm"
      zIndex={1000}
    >
      <KeyForm text={wasSignedIn && isNeeded ? signInWords.againText : signInWords.text} />
    </Modal>
  );
}

function KeyForm({ text }: { readonly text: string }) {
  const queryClient = useQueryClient();
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const send = async () => {
    await signIn(queryClient, key.trim());
    closeSignIn();
  };
  const { isBusy, submit } = useSubmitting(send, {
    onError: (reason) => setError(problemOf(reason).title),
  });
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.text}>{text}</p>
      <PasswordInput
        data-autofocus
        label={signInWords.key}
        name="key"
        autoComplete="current-password"
        spellCheck={false}
        value={key}
        error={error}
        visibilityToggleButtonProps={{ 'aria-label': signInWords.show }}
        onChange={({ currentTarget }) => {
          setKey(currentTarget.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="filled" loading={isBusy} disabled={key.trim() === ''}>
        {signInWords.submit}
      </Button>
      <FirstKey />
    </form>
  );
}
