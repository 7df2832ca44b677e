import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshAgents, updateProfile, useProfile } from '../../api/agents';
import type { Session } from '../../api/types';
import { Fact, Facts } from '../../ui/Facts';
import { notifyDone, notifyError } from '../../ui/notify';
import { AvatarField } from './AvatarField';
import { rightsText } from './model';
import styles from './Settings.module.css';
import { settingsWords as words } from './words';

/** Who is signed in, and a few words about them. */
export function Account({ session }: { readonly session: Session }) {
  const { agent, require_api_key: isKeyNeeded } = session;
  if (agent === null) return isKeyNeeded ? null : <p className={styles.note}>{words.openMode}</p>;
  return (
    <>
      <Facts>
        <Fact name={words.name}>{agent.name}</Fact>
        <Fact name={words.id} mono>
          {agent.id}
        </Fact>
        <Fact name={words.rights}>{rightsText(agent)}</Fact>
      </Facts>
      <AvatarField id={agent.id} avatar={agent.avatar} />
      <Profile id={agent.id} />
    </>
  );
}

function Profile({ id }: { readonly id: string }) {
  const { data: profile } = useProfile(id);
  if (!profile) return null;
  return <BioForm key={profile.bio} id={id} bio={profile.bio} />;
}

const MAX_BIO = 280;

function BioForm({ id, bio }: { readonly id: string; readonly bio: string }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(bio);
  const save = async () => {
    try {
      await updateProfile(id, { bio: text });
      await refreshAgents(queryClient);
      notifyDone(words.saved);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <form
      className={`${styles.form} ${styles.wide}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        label={words.bio}
        description={words.bioHint}
        dir="auto"
        autosize
        minRows={2}
        maxLength={MAX_BIO}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div>
        <Button type="submit" disabled={text === bio}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
