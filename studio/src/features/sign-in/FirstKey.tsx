import { useState } from 'react';
import { CopyBlock } from '../../ui/CopyBlock';
import { Disclosure } from '../../ui/Disclosure';
import styles from './SignIn.module.css';
import { signInWords } from './words';

const { operator } = signInWords;

/** How whoever runs the service gets a key: nobody can give them one. */
export function FirstKey() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure title={operator.title} isOpen={isOpen} onToggle={setIsOpen}>
      <div className={styles.steps}>
        <p className={styles.text}>{operator.text}</p>
        <CopyBlock text={operator.create} label={operator.createLabel} />
        <p className={styles.text}>{operator.lost}</p>
        <CopyBlock text={operator.replace} label={operator.replaceLabel} />
        <p className={styles.text}>{operator.variables}</p>
      </div>
    </Disclosure>
  );
}
