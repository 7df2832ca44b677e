import { Global, Module } from '@nestjs/common';
import { CredentialVerdict } from '../../src/platform/access/credential-verdict';

const nobodySigns: CredentialVerdict = {
  signedBy: () => Promise.resolve('nothing'),
  admit: () => Promise.resolve(),
  confirm: () => Promise.resolve(),
};

/** Replaces the auth module in tests that choose the caller themselves. */
@Global()
@Module({
  providers: [{ provide: CredentialVerdict, useValue: nobodySigns }],
  exports: [CredentialVerdict],
})
export class NoCredentialsModule {}
