import { useHealth } from '../../api/providers';
import styles from './ConfigProblem.module.css';
import { nodesWords as words } from './words';

/** Says why the configuration file can't be read, with the line. */
export function ConfigProblem() {
  const config = useHealth().data?.parts.config;
  if (config === undefined || config.status === 'ok') return null;
  return (
    <div className={styles.problem} role="alert">
      <h2 className={styles.title}>{words.configBroken}</h2>
      <p className={styles.text}>{config.detail}</p>
    </div>
  );
}
