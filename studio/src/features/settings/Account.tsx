import { useQueryClient } from '@tanstack/react-query';
import { refreshAgents, updateProfile, useProfile } from '../../api/agents';
import type { Session } from '../../api/types';
import { EditField } from '../../ui/EditField';
import { Fact, Facts } from '../../ui/Facts';
import { notifyDone, notifyUnsaved } from '../../ui/notify';
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

const MAX_BIO = 280;

function Profile({ id }: { readonly id: string }) {
  const queryClient = useQueryClient();
  const { data: profile } = useProfile(id);
  if (!profile) return null;
  const save = async (bio: string) => {
    try {
      await updateProfile(id, { bio });
      await refreshAgents(queryClient);
      notifyDone(words.saved);
      return true;
    } catch (error) {
      notifyUnsaved(error);
      return false;
    }
  };
  return (
    <div className={styles.wide}>
      <EditField
        label={words.bio}
        help={words.bioHint}
        value={profile.bio}
        isReadOnly={false}
        isLong
        maxLength={MAX_BIO}
        onSave={save}
      />
    </div>
  );
}
